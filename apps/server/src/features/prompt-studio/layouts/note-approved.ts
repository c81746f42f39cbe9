import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { compileLayoutsJob } from './layouts.jobs.ts'

type Approved = {
  readonly projectId: string
  /** Absent where documents went, or the settings changed. */
  readonly documentHash?: string
}

/** What was approved of a document may make a layout, or change one: a worker looks, with what is written here. */
export async function noteApproved(
  { jobs }: Pick<Context, 'jobs'>,
  { db, organizationId }: Tenant,
  { projectId, documentHash = '' }: Approved,
): Promise<void> {
  const at = Date.now()
  const payload = { organizationId, projectId, documentHash, at }
  const key = `compile-layouts:${projectId}:${documentHash}:${at}`
  await jobs.enqueue(compileLayoutsJob, payload, { key, organizationId, db })
}
