import type { Tenant } from '../../../platform/db/database.ts'

/** Lists the files of an execution that were processed, whether or not they have failed. */
export async function listFinishedFiles(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<readonly { readonly path: string; readonly isFailed: boolean }[]> {
  const rows = await db
    .selectFrom('file_execution')
    .select(['file_path', 'status'])
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['COMPLETED', 'ERROR'])
    .where('file_path', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ file_path, status }) => ({
    path: file_path ?? '',
    isFailed: status === 'ERROR',
  }))
}
