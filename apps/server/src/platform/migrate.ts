import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { connect } from './db/connect.ts'
import { migrations } from './db/migrations/all.ts'
import { prepareJobsSchema } from './jobs/prepare-schema.ts'
import { openLog } from './log/log.ts'
import { type RetryPolicy, retry } from './retry.ts'

/** The database was last used by a newer version of the program. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

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
 * program. With `upTo`, stops after that migration.
 */
export async function migrate(
  databaseUrl: string,
  { upTo }: { readonly upTo?: string } = {},
): Promise<void> {
  const { db, close } = connect(databaseUrl, openLog({ logLevel: 'warn' }), 2)
  try {
    await retry(
      () => migrateOnce(db as unknown as Kysely<MigrationTables>, upTo),
      introspectionRetryPolicy,
      {
        wait: (seconds) => sleep(seconds * 1000),
      },
    )
  } finally {
    await close()
  }
  await prepareJobsSchema(databaseUrl)
}

const getCause = (error: unknown) => (error instanceof Error ? error.cause : undefined)

const isUndefinedTable = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42P01'

async function migrateOnce(db: Kysely<MigrationTables>, upTo: string | undefined): Promise<void> {
  await rejectNewerDatabase(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (!error) return
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
