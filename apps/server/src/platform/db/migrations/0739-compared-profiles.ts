import { type Kysely, sql } from 'kysely'

/** A comparison of LLM profiles is a run like the search for better prompts, with the same budget. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table improvement
      add column kind text not null default 'prompts' check (kind in ('prompts', 'profiles')),
      add column compared_profiles jsonb,
      add column tolerance double precision not null default 0;
    alter table improvement_result
      add column before_profile_id uuid,
      add column after_profile_id uuid,
      add column comparison jsonb;
  `.execute(db)
}
