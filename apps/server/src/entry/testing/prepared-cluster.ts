import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findPreparedCluster } from '../../testing/start-postgres.ts'

/**
 * Copies the database that the test run has prepared into an empty data folder, so that a product that
 * starts there neither creates nor migrates one. Returns whether there is one: benchmarks have none.
 */
export async function copyPreparedCluster(dataDir: string): Promise<boolean> {
  const cluster = findPreparedCluster()
  if (cluster === undefined) return false
  // The files keep their owner: PostgreSQL has a user of its own.
  await promisify(execFile)('cp', ['-a', '--reflink=auto', `${cluster}/.`, dataDir])
  return true
}
