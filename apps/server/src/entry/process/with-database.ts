import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { getAddress } from '../../platform/db/embedded/adopt-server.ts'
import { readPassword } from '../../platform/db/embedded/cluster.ts'
import { isRunning, readPostmaster } from '../../platform/db/embedded/postmaster.ts'
import { prepareDatabase } from '../../platform/db/embedded/prepare-database.ts'
import { addressKindOf, getDatabaseUrl } from '../../platform/db/embedded/server-address.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts'
import { acquireDataLock } from '../../platform/lock/data-lock.ts'
import { openLog } from '../../platform/log/log.ts'

/**
 * Runs a command with the installation's database: the configured one, that of the running product,
 * or the embedded one, started for the duration of the command.
 */
export async function withDatabase<T>(
  config: Config,
  run: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) return run(databaseUrl)
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(
      `There is no installation in ${dataDir}. Set RECTO_DATA_DIR to its folder.`,
    )
  }
  const runningUrl = await findRunningDatabase(dataDir)
  if (runningUrl !== undefined) return run(runningUrl)

  const lock = await acquireDataLock(dataDir)
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log: openLog(config) })
    try {
      return await run(url)
    } finally {
      await stop()
    }
  } finally {
    await lock.release()
  }
}

/**
 * Returns the database of a product that runs on the folder, but not one that a killed product left
 * running.
 */
async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const lock = await acquireDataLock(dataDir).catch(() => undefined)
  if (lock) {
    await lock.release()
    return undefined
  }
  const cluster = join(await realpath(dataDir), 'postgres')
  const postmaster = await readPostmaster(cluster)
  if (postmaster === undefined || !isRunning(postmaster, cluster)) return undefined
  // The running product may be of a version that worked as superuser.
  const isAtPort = addressKindOf(process.platform) === 'port'
  const address = getAddress(postmaster, isAtPort ? await readPassword(cluster) : undefined)
  await prepareDatabase(address)
  return getDatabaseUrl(address)
}
