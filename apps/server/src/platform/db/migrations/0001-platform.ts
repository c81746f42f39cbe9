import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('worker_heartbeat')
    .addColumn('executor_id', 'text', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('process_id', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('beat_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()

  await db.schema
    .createTable('job_loss')
    .addColumn('job_id', 'text', (column) => column.primaryKey())
    .addColumn('times', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('lost_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}
