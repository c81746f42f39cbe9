import { type Kysely, sql } from 'kysely'

/** A step may have a tool that needs no project: it is known by its name instead of the id of an export. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tool_instance
      alter column tool_id drop not null,
      add column built_in text check (built_in in ('classify', 'text_extractor')),
      add constraint tool_instance_has_one check (num_nonnulls(tool_id, built_in) = 1);
  `.execute(db)
}
