import { type Kysely, sql } from 'kysely'

/** Which adapters are outside, and what of a project’s texts is masked where they go there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table adapter add column outside boolean not null default false;
    alter table project add column masking jsonb not null
      default '{"kinds": [], "words": [], "countries": [], "prompts": []}';
  `.execute(db)
}
