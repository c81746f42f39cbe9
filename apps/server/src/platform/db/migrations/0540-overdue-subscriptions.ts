import { type Kysely, sql } from 'kysely'

/** A failed payment may come in the middle of a period, and the days of grace begin then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table billing_subscription add column overdue_since timestamptz`.execute(db)
}
