import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** Projects and people that use an adapter, ordered by name. */
export type AdapterUses = {
  readonly projects: readonly string[]
  /** E-mail addresses of the users whose default it is. */
  readonly people: readonly string[]
}

/** Finds the uses because of which the database refuses to delete an adapter. */
export async function findAdapterUses(
  { db, organizationId }: Tenant,
  adapterId: string,
): Promise<AdapterUses> {
  const projects = await sql<{ name: string }>`
    select name from project
    where organization_id = ${organizationId} and (
      ${adapterId}::uuid in (monitor_llm_id, challenge_llm_id) or exists (
        select from llm_profile
        where llm_profile.project_id = project.id
          and ${adapterId}::uuid in (llm_id, embedding_id, vector_db_id, text_extractor_id, escalation_llm_id)
      )
    )
    order by name`.execute(db)
  const people = await sql<{ email: string }>`
    select email from default_triad
    join member on member.id = default_triad.member_id
    join user_account on user_account.id = member.user_id
    where default_triad.organization_id = ${organizationId}
      and ${adapterId}::uuid in (llm_id, embedding_id, vector_db_id, text_extractor_id)
    order by email`.execute(db)
  return {
    projects: projects.rows.map(({ name }) => name),
    people: people.rows.map(({ email }) => email),
  }
}
