import { type Kysely, sql } from 'kysely'

/** What is true of the values of every document of a project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table project add column checks jsonb not null default '[]'`.execute(db)
}
