import { join } from 'node:path'
import { findBinaries } from '../find-binaries.ts'
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts'

/**
 * Starts the database in the folder that is named, says where it is, and stops it when asked. A second
 * folder holds a copy of PostgreSQL to be used instead of the installed one.
 */
const [, , dataDir = '', program] = process.argv
const log = { info: console.error, warn: console.error }
try {
  const binaries = program && (await findCopy(program))
  const server = await startEmbeddedPostgres({ dataDir, log, ...(binaries && { binaries }) })
  console.log(JSON.stringify({ url: server.url, adopted: server.adopted }))
  process.stdin.resume().once('end', () => void server.stop())
} catch (error) {
  console.log(JSON.stringify({ refused: String(error) }))
}

async function findCopy(folder: string) {
  const initdb = join(folder, 'native/bin/initdb')
  const postgres = join(folder, 'native/bin/postgres')
  return { ...(await findBinaries()), folder, initdb, postgres }
}
