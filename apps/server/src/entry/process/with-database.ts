import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { isRunning, readPostmaster } from '../../platform/db/embedded/postmaster.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts'
import { urlOf } from '../../platform/db/embedded/url-of.ts'
import { takeDataLock } from '../../platform/lock/data-lock.ts'
import { openLog } from '../../platform/log/log.ts'
import { StartRefused } from '../../platform/start-refused.ts'

/**
 * Lends the installation's database to a command: the configured one, that of the running product,
 * or the embedded one, started for as long as the command takes.
 */
export async function withDatabase<T>(
  config: Config,
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) return use(databaseUrl)
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new StartRefused(
      `There is no installation in ${dataDir}. Set RECTO_DATA_DIR to its folder.`,
    )
  }
  const running = await findRunning(dataDir)
  if (running !== undefined) return use(running)

  const lock = await takeDataLock(dataDir)
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log: openLog(config) })
    try {
      return await use(url)
    } finally {
      await stop()
    }
  } finally {
    await lock.release()
  }
}

/** The database of a product that runs on the folder; one that a killed product left is not meant. */
async function findRunning(dataDir: string): Promise<string | undefined> {
  const lock = await takeDataLock(dataDir).catch(() => undefined)
  if (lock) {
    await lock.release()
    return undefined
  }
  const cluster = join(await realpath(dataDir), 'postgres')
  const postmaster = await readPostmaster(cluster)
  const isThere = postmaster !== undefined && isRunning(postmaster, cluster)
  return isThere ? urlOf(postmaster.socketFolder, 'recto') : undefined
}
