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
  const { version, isReadOnly } = await retry(
    () => readServer(databaseUrl),
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
  if (isReadOnly) {
    throw new StartRefused(
      'The database of DATABASE_URL is read-only, as a standby is. Name the server that takes writes.',
    )
  }
}

const oldestVersion = 14

type Server = { readonly version: number; readonly isReadOnly: boolean }

async function readServer(databaseUrl: string): Promise<Server> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as number,
         current_setting('transaction_read_only')::bool as is_read_only`,
    )
    return { version: Math.floor(rows[0].number / 10_000), isReadOnly: rows[0].is_read_only }
  } finally {
    await client.end()
  }
}
