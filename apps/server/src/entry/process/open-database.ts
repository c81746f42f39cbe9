import type { Config } from '../../platform/config/config.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts'
import { takeDataLock } from '../../platform/lock/data-lock.ts'
import { migrate } from '../../platform/migrate.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import type { Running } from './run-process.ts'

type OpenedDatabase = {
  readonly url: string
  /** Whether this process has the database to itself. */
  readonly isOwn: boolean
}

/** The configured database, or the embedded one on the locked data folder; migrated. */
export async function openDatabase({
  config,
  log,
  onStop,
  onCutOff,
  fail,
}: Running): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) return { url: await openSharedDatabase(config), isOwn: false }
  const lock = await takeDataLock(dataDir)
  onStop(lock.release)
  const { url, stop, halt } = await startEmbeddedPostgres({ dataDir, log, onLost: fail })
  onStop(stop)
  onCutOff(halt)
  await migrate(url)
  return { url, isOwn: true }
}

/** The database that several processes share; migrated. */
export async function openSharedDatabase({
  databaseUrl,
}: Pick<Config, 'databaseUrl'>): Promise<string> {
  if (databaseUrl === undefined) {
    throw new StartRefused(
      'Web and worker processes of their own need DATABASE_URL. On one machine, `npm start` runs everything.',
    )
  }
  await migrate(databaseUrl)
  return databaseUrl
}
