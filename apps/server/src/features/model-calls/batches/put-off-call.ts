import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import { assertWithinBudget } from '../../usage/usage.port.ts'
import type { CallBatching, CallContext } from '../call-context.ts'
import { findReply } from '../model-calls.store.ts'
import {
  findBatchCallState,
  insertBatchCall,
  makeOverdueCallSingle,
  type NewBatchCall,
} from './batch-calls.store.ts'
import { gatherBatchesJob } from './batches.jobs.ts'

/** Ends a run whose call waits in a batch. It runs again when its calls have their replies. */
class CallWaitsError extends Error {
  override readonly name = 'CallWaitsError'

  constructor() {
    super('The call waits for a batch.')
  }
}

type CallToPutOff = {
  readonly adapter: OpenedLlm
  readonly request: LlmRequest
  readonly callKey: string
  readonly reason: 'extraction' | 'challenge' | 'summarize'
  readonly questionCount?: number | undefined
  readonly isFollowUp?: boolean | undefined
  /** The request as it is recorded. */
  readonly storedRequest: object
}

/** No batch is worth its wait if it must be answered sooner. */
const minSeconds = 3600
/** The job of a batch decides at its deadline. If it has failed for good, its calls wait no longer than this. */
const maxOverdueSeconds = 1500

const secondsUntil = (time: Date) => (time.getTime() - Date.now()) / 1000

/**
 * Lets a call wait for a batch, by throwing a `CallWaitsError`. Returns the reply if a batch has brought it, and `undefined`
 * if the call is to be made at once: because the run does not wait, the service has no batches, too little time is left, or
 * the batch did not answer it.
 */
export async function putOffCall(
  tenant: Tenant,
  context: CallContext,
  call: CallToPutOff,
): Promise<LlmReply | undefined> {
  const { callBatching } = context
  const { adapter, callKey } = call
  if (!callBatching || !adapter.connection.batches) return undefined
  const state = await findBatchCallState(tenant, callKey)
  if (state === 'single') return undefined
  const isOverdue = state === 'waiting' && secondsUntil(callBatching.deadline) < -maxOverdueSeconds
  if (isOverdue && (await makeOverdueCallSingle(tenant, callKey))) return undefined
  // A reply that was stored since the caller looked for it.
  if (isOverdue || state === 'answered') return findReply<LlmReply>(tenant, callKey)
  if (state === undefined && !(await addCall(tenant, callBatching, context, call))) return undefined
  callBatching.onWaiting()
  throw new CallWaitsError()
}

async function toNewCall(
  tenant: Tenant,
  context: CallContext,
  call: CallToPutOff,
): Promise<Omit<NewBatchCall, 'deadline'>> {
  const { runId, executionId, workflowId, projectId, documentHash } = context
  const { adapter, callKey, reason, questionCount = 1, isFollowUp = false, storedRequest } = call
  await assertWithinBudget(tenant)
  await context.assertLeaseHeld?.()
  const body = await adapter.connection.batches?.toBody(call.request)
  return {
    callKey,
    runId,
    executionId: executionId ?? null,
    adapterId: adapter.id,
    adapterKey: adapter.key,
    body: JSON.stringify(body),
    call: {
      request: storedRequest,
      reason,
      questionCount,
      isFollowUp,
      documentHash: documentHash ?? null,
      workflowId: workflowId ?? null,
      projectId: projectId ?? null,
    },
  }
}

/** Stores a call together with the job that gathers it; returns `false` if too little time is left. */
async function addCall(
  tenant: Tenant,
  { jobs, gatherSeconds, deadline }: CallBatching,
  context: CallContext,
  call: CallToPutOff,
): Promise<boolean> {
  if (secondsUntil(deadline) < minSeconds) return false
  const newCall = await toNewCall(tenant, context, call)
  const { organizationId } = tenant
  const { adapterId } = newCall
  await inTransaction(tenant, async (transaction) => {
    const createdAt = await insertBatchCall(transaction, { ...newCall, deadline })
    // The run that has inserted the call has enqueued the job.
    if (!createdAt) return
    // A job gathers all calls of its period. It does not end before that, and clocks of machines need not agree.
    const period = Math.floor(createdAt.getTime() / 1000 / gatherSeconds)
    await jobs.enqueue(
      gatherBatchesJob,
      { organizationId, adapterId, periodEnd: (period + 1) * gatherSeconds },
      { key: `gather-batches:${adapterId}:${period}`, organizationId, db: transaction.db },
    )
  })
  return true
}
