import { conflict } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findRecordedFile, releaseReviewed } from '../../executions/executions.port.ts'
import { saveReviewedTruths } from '../../prompt-studio/prompt-studio.port.ts'
import { syncTargetOf } from '../../review-rules/review-rules.port.ts'
import { runValuesOf, type Tool } from '../../tools/tools.port.ts'
import { insertEvents } from './events.store.ts'
import { resultOf } from './held-item.ts'
import { moveItem, type ReviewItemRow } from './items.store.ts'

type Approval = {
  readonly item: ReviewItemRow
  /** Null where nobody was asked. */
  readonly userId: number | null
}

/**
 * Approves an item and lets its file go on, in one transaction: it is delivered once, or kept once. What people
 * have settled is also a truth of the prompts that had asked for it.
 */
export async function approveWithin(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { item, userId }: Approval,
): Promise<void> {
  const isDelivered = (await syncTargetOf(tenant, item.workflow_id)) === 'DB'
  const seen = resultOf(item)
  const review = { approved_at: new Date().toISOString() }
  const result = { ...seen, metadata: { ...seen.metadata, review } }
  const fileId = item.file_execution_id
  const released = await releaseReviewed(tenant, { fileId, result, isDelivered })
  if (released === 'busy') throw conflict('The file is in hand at this moment. Approve it again.')
  if (released === 'gone') {
    throw conflict('The run of this document was stopped: it is not delivered any more.')
  }
  // What an earlier version has settled before it was looked at has nowhere else to go.
  const isKept = !isDelivered || released === 'settled'
  await moveItem(tenant, item.id, { status: 'APPROVED', approved: { by: userId, result, isKept } })
  const note = userId === null ? 'Approved by itself, as the settings say.' : null
  await insertEvents(tenant, item, [{ kind: 'approved', userId, note }])
  const recorded = await findRecordedFile(tenant, fileId)
  const projectId = (recorded?.plan.tool as Tool | undefined)?.projectId
  if (projectId) {
    const machine = (item.machine_result ?? {}) as Partial<ReturnType<typeof resultOf>>
    await saveReviewedTruths(ctx, tenant, {
      ...{ projectId, documentHash: item.file_hash, values: seen.output },
      documentName: item.file_name,
      evidence: (seen.metadata?.evidence_data ?? {}) as Readonly<Record<string, unknown>>,
      machineValues: machine.output ?? {},
      machineConfidences: runValuesOf(machine),
      userId: userId ?? item.finished_by,
    })
  }
}
