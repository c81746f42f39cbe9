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
 * Brings the database to the form that this program knows, forward only. Several processes may call
 * it at once. Throws `NewerDatabaseError` and changes nothing when the database is ahead of the program.
 * With `upTo`, later steps wait for another call.
 */
export async function migrate(
  databaseUrl: string,
  { upTo }: { readonly upTo?: string } = {},
): Promise<void> {
  const { db, close } = connect(databaseUrl, openLog({ logLevel: 'warn' }), 2)
  try {
    await retry(() => migrateOnce(db as unknown as Kysely<History>, upTo), whileTablesChange, {
      wait: (seconds) => sleep(seconds * 1000),
    })
  } finally {
    await close()
  }
  await prepareJobsSchema(databaseUrl)
}

/** Looking at all tables fails when another process takes one of its own away meanwhile, as it may at its first start. */
const whileTablesChange: RetryPolicy = {
  attempts: 10,
  isRetryable: (error) => [error, causeOf(error)].some(isUndefinedTable),
  waitSeconds: () => 0.2,
}
const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)
const isUndefinedTable = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42P01'

async function migrateOnce(db: Kysely<History>, upTo: string | undefined): Promise<void> {
  await refuseNewer(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (!error) return
  const step = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'unknown'
  throw new Error(`The database could not be migrated (step ${step}).`, { cause: error })
}

type History = { kysely_migration: { name: string }; pg_tables: { tablename: string } }

async function refuseNewer(db: Kysely<History>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return
  const done = await db.selectFrom('kysely_migration').select('name').execute()
  const unknown = done.filter(({ name }) => !(name in migrations)).map(({ name }) => name)
  if (unknown.length === 0) return
  throw new NewerDatabaseError(
    `This database was made by a newer version (it has ${unknown.join(', ')}). ` +
      'Start that version, or restore a backup that this one made.',
  )
}
