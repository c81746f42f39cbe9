import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartupError } from './app-error.ts'
import { connect, startIdleTransactionSeconds } from './db/connect.ts'
import { migrations } from './db/migrations/all.ts'
import { getErrorCode } from './describe-failure.ts'
import { openLog } from './log/log.ts'
import { type RetryPolicy, retry } from './retry.ts'

/** The database was last used by a newer version of the program. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

/** Hashed, it is the number of an advisory lock. */
const migrationLock = 'recto:migrate'

type MigrateOptions = { readonly upTo?: string; readonly maxLockSeconds?: number }

const lockAdvice =
  'The database could not be migrated, because other processes hold locks in it. If another process of Recto is migrating it, start this one again when that has finished; otherwise look for long transactions in pg_stat_activity.'

/**
 * Introspection fails if another process drops a table at that moment, as happens at a first start.
 */
const introspectionRetryPolicy: RetryPolicy = {
  attempts: 10,
  isRetryable: (error) => [error, getCause(error)].some(isUndefinedTable),
  waitSeconds: () => 0.2,
}

/**
 * Migrates the database forward to the schema of this program. Several processes may call it at the
 * same time. Throws `NewerDatabaseError` and changes nothing if the database is newer than the
 * program. With `upTo`, stops after that migration. A migration may take as long as it needs, but waits for locks
 * of others for at most `maxLockSeconds`.
 */
export async function migrate(
  databaseUrl: string,
  { upTo, maxLockSeconds = 300 }: MigrateOptions = {},
): Promise<void> {
  const { db, close } = connect(databaseUrl, openLog({ logLevel: 'warn' }), 2, {
    idleTransactionSeconds: startIdleTransactionSeconds,
    lockSeconds: maxLockSeconds,
  })
  try {
    await retry(
      () => migrateAlone(db as unknown as Kysely<MigrationTables>, { upTo, maxLockSeconds }),
      introspectionRetryPolicy,
      {
        wait: (seconds) => sleep(seconds * 1000),
      },
    )
  } finally {
    await close()
  }
}

/** SQLSTATE code of a statement that has waited for a lock for too long. */
const lockNotAvailable = '55P03'

const getCause = (error: unknown) => (error instanceof Error ? error.cause : undefined)

const isUndefinedTable = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42P01'

/**
 * Processes that start together migrate one after the other. The migrator has such a lock, but would wait for
 * an hour; and a query that waits inside the database would hold up the indexes that another process builds.
 */
async function migrateAlone(
  db: Kysely<MigrationTables>,
  { upTo, maxLockSeconds }: { readonly upTo: string | undefined; readonly maxLockSeconds: number },
): Promise<void> {
  const deadline = performance.now() + maxLockSeconds * 1000
  await db.connection().execute(async (connection) => {
    while (!(await tryLock(connection))) {
      if (performance.now() > deadline) throw new StartupError(lockAdvice, { isTemporary: true })
      await sleep(100)
    }
    try {
      await migrateOnce(db, upTo)
    } finally {
      // A lost connection has released it, and must not hide the reason.
      await sql`select pg_advisory_unlock(hashtext(${migrationLock}))`
        .execute(connection)
        .catch(() => {})
    }
  })
}

async function tryLock(db: Kysely<MigrationTables>): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(hashtext(${migrationLock})) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

async function migrateOnce(db: Kysely<MigrationTables>, upTo: string | undefined): Promise<void> {
  await rejectNewerDatabase(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (!error) return
  if (getErrorCode(error) === lockNotAvailable)
    throw new StartupError(lockAdvice, { cause: error, isTemporary: true })
  const step = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'unknown'
  throw new Error(`The database could not be migrated (step ${step}).`, { cause: error })
}

type MigrationTables = { kysely_migration: { name: string }; pg_tables: { tablename: string } }

async function rejectNewerDatabase(db: Kysely<MigrationTables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return
  const appliedMigrations = await db.selectFrom('kysely_migration').select('name').execute()
  const unknownNames = appliedMigrations
    .filter(({ name }) => !(name in migrations))
    .map(({ name }) => name)
  if (unknownNames.length === 0) return
  throw new NewerDatabaseError(
    `This database was created by a newer version of Recto (it contains ${unknownNames.join(', ')}). ` +
      'Start that version, or restore a backup that was created with this version.',
  )
}
