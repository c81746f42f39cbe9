import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../platform/app-error.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts'
import { isConnectionLost, untilDatabaseResponds } from '../../platform/db/outage.ts'
import { withSingleClient } from '../../platform/db/single-client.ts'
import { describeFailure } from '../../platform/describe-failure.ts'
import { acquireDataLock } from '../../platform/lock/data-lock.ts'
import { migrate } from '../../platform/migrate.ts'
import { retry } from '../../platform/retry.ts'
import { withinSeconds } from '../../platform/within-seconds.ts'
import { retryOnLostConnection } from './retry-on-lost-connection.ts'
import type { RunningProcess } from './run-process.ts'

type OpenedDatabase = {
  readonly url: string
  /** Whether this process has the database to itself. */
  readonly isExclusive: boolean
}

/**
 * Opens the configured database, or the embedded one in the locked data folder, and migrates it.
 */
export async function openDatabase(runningProcess: RunningProcess): Promise<OpenedDatabase> {
  const { config, log, onStop, onCutOff, fail } = runningProcess
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined)
    return { url: await openSharedDatabase(runningProcess), isExclusive: false }
  const lock = await withinSeconds(
    {
      seconds: 30,
      advice: `The data folder ${dataDir} does not respond. Check its disk, or the network if it is a network folder.`,
    },
    () => acquireDataLock(dataDir),
  )
  onStop(lock.release)
  const { url, stop, requestStop } = await startEmbeddedPostgres({ dataDir, log, onLost: fail })
  onStop(stop)
  onCutOff(requestStop)
  await retryOnLostConnection(log, () => migrate(url))
  return { url, isExclusive: true }
}

/** Opens a database shared by several processes, and migrates it. */
export async function openSharedDatabase({
  config: { databaseUrl },
  log,
  print,
}: Pick<RunningProcess, 'config' | 'log' | 'print'>): Promise<string> {
  if (databaseUrl === undefined) {
    throw new StartupError(
      'Separate web and worker processes require DATABASE_URL. On a single machine, `npm start` runs everything.',
    )
  }
  await waitForDatabase(databaseUrl, print)
  await retryOnLostConnection(log, () => migrate(databaseUrl))
  return databaseUrl
}

const maxWaitSeconds = 60
const minVersion = 14

/** Waits for the database, because it is often started together with the processes. */
async function waitForDatabase(databaseUrl: string, print: RunningProcess['print']): Promise<void> {
  const deadline = performance.now() + maxWaitSeconds * 1000
  let isAnnounced = false
  const isRetryable = (error: unknown) => performance.now() < deadline && isConnectionLost(error)
  const wait = async (seconds: number) => {
    if (!isAnnounced) print('Waiting for the database at DATABASE_URL.')
    isAnnounced = true
    await sleep(seconds * 1000)
  }
  const { version, isReadOnly } = await retry(
    () => readServerInfo(databaseUrl),
    { ...untilDatabaseResponds, isRetryable },
    { wait },
  ).catch((cause: unknown) => {
    const reason = describeFailure(cause)
    throw new StartupError(`The database at DATABASE_URL cannot be used: ${reason}`, {
      cause,
      isTemporary: isConnectionLost(cause),
    })
  })
  if (version < minVersion) {
    throw new StartupError(
      `PostgreSQL ${minVersion} or newer is required, but the server at DATABASE_URL has version ${version}.`,
    )
  }
  if (isReadOnly) {
    throw new StartupError(
      'The database at DATABASE_URL is read-only. It may be a standby server. Set DATABASE_URL to the primary server.',
      { isTemporary: true },
    )
  }
}

type ServerInfo = { readonly version: number; readonly isReadOnly: boolean }

async function readServerInfo(databaseUrl: string): Promise<ServerInfo> {
  return withSingleClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as number,
         current_setting('transaction_read_only')::bool as is_read_only`,
    )
    return { version: Math.floor(rows[0].number / 10_000), isReadOnly: rows[0].is_read_only }
  })
}
