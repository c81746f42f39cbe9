import type { Tenant } from '../../../platform/db/database.ts'

type LastResultsRequest = { readonly workflowId: string; readonly limit: number }
type LastResult = { readonly fileName: string; readonly fileHash: string; readonly result: unknown }

/** Lists the results of the last files of a workflow, newest first. */
export async function listLastResults(
  { db, organizationId }: Tenant,
  { workflowId, limit }: LastResultsRequest,
): Promise<LastResult[]> {
  return db
    .selectFrom('execution')
    .innerJoin('file_execution', 'file_execution.execution_id', 'execution.id')
    .select([
      'file_execution.file_name as fileName',
      'file_execution.file_hash as fileHash',
      'file_execution.result',
    ])
    .where('execution.organization_id', '=', organizationId)
    .where('execution.workflow_id', '=', workflowId)
    .where('file_execution.status', '=', 'COMPLETED')
    .where('file_execution.result', 'is not', null)
    .orderBy('execution.created_at', 'desc')
    .orderBy('file_execution.finished_at', 'desc')
    .limit(limit)
    .execute()
}
