import type { Tenant } from '../../../platform/db/database.ts'

type SettledFile = {
  readonly path: string
  readonly isFailed: boolean
  /** Whether the file failed when it was read from its source, before it was run. */
  readonly isUnreadable: boolean
  readonly metadata: Readonly<Record<string, string>>
}

/** Lists the files of an execution that were processed, whether or not they have failed. */
export async function listFinishedFiles(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<readonly SettledFile[]> {
  const rows = await db
    .selectFrom('file_execution')
    .select(['file_path', 'status', 'started_at', 'source_metadata'])
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['COMPLETED', 'ERROR'])
    .where('file_path', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ file_path, status, started_at, source_metadata: metadata }) => ({
    path: file_path ?? '',
    isFailed: status === 'ERROR',
    isUnreadable: status === 'ERROR' && started_at === null,
    metadata: metadata ?? {},
  }))
}
