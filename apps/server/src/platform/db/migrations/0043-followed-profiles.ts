import { type Kysely, sql } from 'kysely'

/**
 * A prompt without a profile follows the default of its project. Until now every prompt got a profile when
 * it was made, which nobody had chosen for it: the default one, or the project's oldest, which the page
 * named. It is taken away where it is the default, so nothing changes; and where all prompts of the
 * project have the oldest, because then none was given a profile of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with oldest as (
      select distinct on (project_id) project_id, id from llm_profile
      order by project_id, created_at, id
    ), undivided as (
      select prompt.project_id from prompt join oldest using (project_id)
      where prompt.prompt_type = 'PROMPT' and prompt.profile_id is not null
      group by prompt.project_id
      having bool_and(prompt.profile_id = oldest.id)
    )
    update prompt set profile_id = null
    where profile_id in (select id from llm_profile where is_default)
      or project_id in (select project_id from undivided)
  `.execute(db)
}
