import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import { findBinaries } from '../find-binaries.ts'
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts'

/**
 * Starts the database in the given folder, prints its URL, and stops it when standard input ends.
 * An optional second folder has a copy of PostgreSQL to use instead of the installed one.
 */
const [, , dataDir = '', program] = process.argv
const log = { info: console.error, warn: console.error }
try {
  const binaries = program && (await findCopy(program))
  const server = await startEmbeddedPostgres({ dataDir, log, ...omitUndefined({ binaries: binaries || undefined }) })
  console.log(JSON.stringify({ url: server.url, adopted: server.isAdopted }))
  process.stdin.resume().once('end', () => void server.stop())
} catch (error) {
  console.log(JSON.stringify({ refused: String(error) }))
}

async function findCopy(folder: string) {
  const initdb = join(folder, 'native/bin/initdb')
  const postgres = join(folder, 'native/bin/postgres')
  return { ...(await findBinaries()), folder, initdb, postgres }
}
