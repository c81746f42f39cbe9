import { startEmbeddedPostgres } from '../start-embedded-postgres.ts'

/** Starts the database in the folder that is named, says where it is, and stops it when asked. */
const log = { info: console.error, warn: console.error }
try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log })
  console.log(JSON.stringify({ url: server.url, adopted: server.adopted }))
  process.stdin.resume().once('end', () => void server.stop())
} catch (error) {
  console.log(JSON.stringify({ refused: String(error) }))
}
