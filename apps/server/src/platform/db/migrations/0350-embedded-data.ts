import { type Kysely, sql } from 'kysely'

/** Whether prompts of a project are answered from data that its documents carry, where they have any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table project add column enable_embedded_data boolean not null default true;
  `.execute(db)
}
