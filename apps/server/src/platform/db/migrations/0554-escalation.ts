import { type Kysely, sql } from 'kysely'

/** A profile may name a larger model, and an output says how it was asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table llm_profile add column escalation_llm_id uuid references adapter on delete restrict;
    alter table prompt_output add column escalation jsonb;
  `.execute(db)
}
