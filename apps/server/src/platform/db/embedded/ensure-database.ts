import pg from 'pg'
import { codeOf } from './code-of.ts'

const duplicateDatabase = '42P04'
const uniqueViolation = '23505'

/** Creates a database unless it is there, however many processes ask at once. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (![duplicateDatabase, uniqueViolation].includes(codeOf(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}
