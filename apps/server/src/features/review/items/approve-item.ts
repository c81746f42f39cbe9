import { conflict } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findRecordedFile, releaseReviewedFile } from '../../executions/executions.port.ts'
import { saveReviewedValues } from '../../prompt-studio/prompt-studio.port.ts'
import { syncTargetOf } from '../../review-rules/review-rules.port.ts'
import { extractRawConfidences, type Tool } from '../../tools/tools.port.ts'
import { insertEvents } from './events.store.ts'
import { type ItemResult, resultOf } from './held-item.ts'
import { moveItem, type ReviewItemRow } from './items.store.ts'

type Approval = {
  readonly item: ReviewItemRow
  /** Null when the item is approved automatically. */
  readonly userId: number | null
}

/**
 * Approves an item and releases its file, in one transaction, so that the result is delivered, or
 * stored to be fetched, exactly once. The reviewed values also become expected values of the prompts that asked
 * for them.
 */
export async function approveInTransaction(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { item, userId }: Approval,
): Promise<void> {
  const goesToDestination = (await syncTargetOf(tenant, item.workflow_id)) === 'DB'
  const reviewedResult = resultOf(item)
  const review = { approved_at: new Date().toISOString() }
  const result = { ...reviewedResult, metadata: { ...reviewedResult.metadata, review } }
  const fileId = item.file_execution_id
  const outcome = await releaseReviewedFile(tenant, {
    fileId,
    result,
    isDelivered: goesToDestination,
  })
  if (outcome === 'busy')
    throw conflict('The file is being processed at the moment. Try again shortly.')
  if (outcome === 'gone') {
    throw conflict(
      'The run of this document was cancelled, so its result can no longer be delivered.',
    )
  }
  // A file that an earlier version finished before its review cannot be delivered any more, so its
  // result waits to be fetched with a review key.
  const isUndelivered = !goesToDestination || outcome === 'settled'
  await moveItem(tenant, item.id, {
    status: 'APPROVED',
    approved: { by: userId, result, isUndelivered },
  })
  const note = userId === null ? 'Approved automatically, according to the review settings.' : null
  await insertEvents(tenant, item, [{ kind: 'approved', userId, note }])
  const recordedFile = await findRecordedFile(tenant, fileId)
  const projectId = (recordedFile?.plan.tool as Tool | undefined)?.projectId
  if (projectId) {
    const machineResult = (item.machine_result ?? {}) as Partial<ItemResult>
    await saveReviewedValues(ctx, tenant, {
      projectId,
      documentHash: item.file_hash,
      values: reviewedResult.output,
      documentName: item.file_name,
      evidence: (reviewedResult.metadata?.evidence_data ?? {}) as Readonly<Record<string, unknown>>,
      machineValues: machineResult.output ?? {},
      machineConfidences: extractRawConfidences(machineResult),
      userId: userId ?? item.finished_by,
    })
  }
}
