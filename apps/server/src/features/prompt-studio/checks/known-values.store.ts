import type { Tenant } from '../../../platform/db/database.ts'

type Wanted = {
  readonly projectId: string
  readonly promptIds: readonly string[]
  readonly isSinglePass: boolean
}

/** Of documents that are compared: the newest. */
const mostValues = 6000

/** What the documents of a project say to some prompts, newest documents first. */
export async function listKnownValues(
  { db, organizationId }: Tenant,
  { projectId, promptIds, isSinglePass }: Wanted,
) {
  if (promptIds.length === 0) return []
  return db
    .selectFrom('prompt_output as output')
    .innerJoin('prompt_document as document', 'document.id', 'output.document_id')
    .select([
      'output.document_id',
      'output.prompt_id',
      'output.profile_id',
      'output.output',
      'document.name',
    ])
    .where('output.organization_id', '=', organizationId)
    .where('document.organization_id', '=', organizationId)
    .where('output.project_id', '=', projectId)
    .where('output.prompt_id', 'in', promptIds)
    .where('output.is_single_pass', '=', isSinglePass)
    .orderBy('document.created_at', 'desc')
    .orderBy('document.id')
    .limit(mostValues)
    .execute()
}
