import { type Kysely, sql } from 'kysely'

/** How the value of an output was found, or why there is none; null where an earlier version stored it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table prompt_output add column explanation json`.execute(db)
}
