import pg from 'pg'
import { getErrorCode } from '../../describe-failure.ts'

const duplicateDatabase = '42P04'
const uniqueViolation = '23505'

/** Creates a database unless it exists; several processes may do so at the same time. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const databases = await client.query('select from pg_database where datname = $1', [name])
    if (databases.rowCount) return
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (![duplicateDatabase, uniqueViolation].includes(getErrorCode(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}
