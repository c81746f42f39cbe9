import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { OutputRow } from './outputs.store.ts'

type Marked = {
  readonly project: { readonly id: string; readonly single_pass: boolean }
  readonly prompt: { readonly id: string; readonly profile_id: string | null }
  readonly documentId: string
}

/** What an export would say of the prompt: by its own profile or the default one, as the project runs; else the newest. */
export async function findMarkedOutput(
  { db, organizationId }: Tenant,
  { project, prompt, documentId }: Marked,
): Promise<Pick<OutputRow, 'output' | 'confidence'> | undefined> {
  return db
    .selectFrom('prompt_output')
    .innerJoin('llm_profile', 'llm_profile.id', 'prompt_output.profile_id')
    .select(['prompt_output.output', 'prompt_output.confidence'])
    .where('prompt_output.organization_id', '=', organizationId)
    .where('prompt_output.project_id', '=', project.id)
    .where('prompt_output.prompt_id', '=', prompt.id)
    .where('prompt_output.document_id', '=', documentId)
    .orderBy(sql`prompt_output.is_single_pass = ${project.single_pass}`, 'desc')
    .orderBy(
      sql`case when ${prompt.profile_id}::uuid is null then llm_profile.is_default
        else llm_profile.id = ${prompt.profile_id}::uuid end`,
      'desc',
    )
    .orderBy('prompt_output.modified_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
