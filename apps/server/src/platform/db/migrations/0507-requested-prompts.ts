import { type Kysely, sql } from 'kysely'

/** A task keeps the prompts that were requested, also those that need no run, for the event of its end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_task add column prompt_ids text[]`.execute(db)
}
