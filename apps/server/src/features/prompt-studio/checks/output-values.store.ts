import type { Tenant } from '../../../platform/db/database.ts'

type OutputValuesFilter = {
  readonly projectId: string
  readonly promptIds: readonly string[]
  readonly isSinglePass: boolean
}

/** Maximum number of values to compare with; the newest documents count. */
const maxValues = 6000

/** Lists the outputs of some prompts for all documents of a project, newest documents first. */
export async function listOutputValues(
  { db, organizationId }: Tenant,
  { projectId, promptIds, isSinglePass }: OutputValuesFilter,
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
    .limit(maxValues)
    .execute()
}
