import { type Kysely, sql } from 'kysely'

/** A copy from another installation comes without its secrets, and says which until somebody enters them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table adapter add column missing_secrets text[] not null default '{}'`.execute(db)
  await sql`alter table connector add column missing_secrets text[] not null default '{}'`.execute(
    db,
  )
}
