import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { compileLayoutsJob } from './layouts.jobs.ts'

type Approval = {
  readonly projectId: string
  /** Absent if documents were deleted or the settings were changed. */
  readonly documentHash?: string
}

/**
 * Enqueues the compilation of the project's layouts, in the caller's transaction, because an
 * approved value may add or change a layout.
 */
export async function enqueueLayoutCompilation(
  { jobs }: Pick<Context, 'jobs'>,
  { db, organizationId }: Tenant,
  { projectId, documentHash = '' }: Approval,
): Promise<void> {
  const requestedAt = Date.now()
  const payload = { organizationId, projectId, documentHash, at: requestedAt }
  const key = `compile-layouts:${projectId}:${documentHash}:${requestedAt}`
  await jobs.enqueue(compileLayoutsJob, payload, { key, organizationId, db })
}
