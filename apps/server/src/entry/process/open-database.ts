import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts'
import { isConnectionLost, untilAnswers } from '../../platform/db/outage.ts'
import { describeFailure } from '../../platform/describe-failure.ts'
import { takeDataLock } from '../../platform/lock/data-lock.ts'
import { migrate } from '../../platform/migrate.ts'
import { retry } from '../../platform/retry.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import type { Running } from './run-process.ts'

type OpenedDatabase = {
  readonly url: string
  /** Whether this process has the database to itself. */
  readonly isOwn: boolean
}

/** The configured database, or the embedded one on the locked data folder; migrated. */
export async function openDatabase(running: Running): Promise<OpenedDatabase> {
  const { config, log, onStop, onCutOff, fail } = running
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) return { url: await openSharedDatabase(running), isOwn: false }
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
  config: { databaseUrl },
  print,
}: Pick<Running, 'config' | 'print'>): Promise<string> {
  if (databaseUrl === undefined) {
    throw new StartRefused(
      'Web and worker processes of their own need DATABASE_URL. On one machine, `npm start` runs everything.',
    )
  }
  await awaitDatabase(databaseUrl, print)
  await migrate(databaseUrl)
  return databaseUrl
}

const patienceSeconds = 60

/** Processes and their database are often started together. */
async function awaitDatabase(databaseUrl: string, print: Running['print']): Promise<void> {
  const giveUpAt = performance.now() + patienceSeconds * 1000
  let isTold = false
  const isRetryable = (error: unknown) => performance.now() < giveUpAt && isConnectionLost(error)
  const wait = async (seconds: number) => {
    if (!isTold) print('Waiting for the database of DATABASE_URL.')
    isTold = true
    await sleep(seconds * 1000)
  }
  const version = await retry(
    () => readVersion(databaseUrl),
    { ...untilAnswers, isRetryable },
    { wait },
  ).catch((cause: unknown) => {
    const reason = describeFailure(cause)
    throw new StartRefused(`The database of DATABASE_URL cannot be used: ${reason}`, { cause })
  })
  if (version < oldestVersion) {
    throw new StartRefused(
      `PostgreSQL ${oldestVersion} or newer is needed; the server of DATABASE_URL is ${version}.`,
    )
  }
}

const oldestVersion = 14

async function readVersion(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as number",
    )
    return Math.floor(rows[0].number / 10_000)
  } finally {
    await client.end()
  }
}
