import type { LlmBatches, LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { BatchResponse } from '@recto/provider-spec/llm-batches'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import { type BilledCall, toCallRecord, toCallTokens, writeCallRecords } from '../record-call.ts'
import {
  countOwnLines,
  findRecordableLines,
  type LineReferences,
  makeSingle,
  markAnswered,
  type RecordableLine,
} from './batch-calls.store.ts'

type EndedBatch = {
  readonly batchId: string
  readonly serviceId: string
  readonly adapter: OpenedLlm
  readonly batches: LlmBatches
}

export type ResponseCounts = {
  /** Responses to calls of this batch, also to those that no longer wait. */
  readonly own: number
  readonly foreign: number
}

/** Replies that are stored in one transaction. */
const maxAtOnce = 100

/**
 * Stores the replies of a batch. Each is stored in the transaction in which its call ends to wait, so a reply that comes
 * twice, or again after a crash, changes nothing.
 */
export async function storeReplies(tenant: Tenant, batch: EndedBatch): Promise<ResponseCounts> {
  const counts = { own: 0, foreign: 0 }
  let responses: BatchResponse[] = []
  const store = async () => {
    const ownCount = await storeSome(tenant, batch, responses)
    counts.own += ownCount
    counts.foreign += responses.length - ownCount
    responses = []
  }
  for await (const response of batch.batches.responses(batch.serviceId)) {
    responses.push(response)
    if (responses.length >= maxAtOnce) await store()
  }
  await store()
  return counts
}

/** Returns the number of responses that belong to the batch. */
async function storeSome(
  tenant: Tenant,
  { batchId, adapter, batches }: EndedBatch,
  responses: readonly BatchResponse[],
): Promise<number> {
  const ids = responses.map(({ id }) => id).filter((id) => id !== undefined)
  const positions = responses.map(({ position }) => position).filter((one) => one !== undefined)
  const references: LineReferences = { ids, positions }
  const lines = await findRecordableLines(tenant, batchId, references)
  const replies = new Map<string, StoredReply>()
  for (const response of responses) {
    const line = lines.get(response.id ?? response.position ?? -1)
    // The first of several replies to a call counts.
    if (!line || replies.has(line.id)) continue
    replies.set(line.id, { line, outcome: await readReply(batches, line, response) })
  }
  await storeOutcomes(tenant, { batchId, adapter, priceFactor: batches.priceFactor }, replies)
  return countOwnLines(tenant, batchId, references)
}

type StoredReply = { readonly line: RecordableLine; readonly outcome: LlmReply | string }

/** Returns the reply, or the reason why there is none. */
async function readReply(
  batches: LlmBatches,
  { call }: RecordableLine,
  { body, reason }: BatchResponse,
): Promise<LlmReply | string> {
  if (body === undefined) return reason ?? 'The service could not answer the call.'
  try {
    // The module has stored the request as it was, without its callbacks.
    return await batches.readReply(call.request as LlmRequest, body)
  } catch (error) {
    return describeFailure(error)
  }
}

type OutcomeTarget = {
  readonly batchId: string
  readonly adapter: OpenedLlm
  readonly priceFactor: number
}

async function storeOutcomes(
  tenant: Tenant,
  { batchId, adapter, priceFactor }: OutcomeTarget,
  replies: ReadonlyMap<string, StoredReply>,
): Promise<void> {
  const records = new Map<string, BilledCall>()
  for (const [id, { line, outcome }] of replies) {
    if (typeof outcome === 'string') continue
    records.set(id, await toRecord(tenant, { line, reply: outcome, adapter, priceFactor }))
  }
  if (records.size > 0) {
    await inTransaction(tenant, async (transaction) => {
      const markedIds = await markAnswered(transaction, [...records.keys()])
      const newRecords = markedIds.map((id) => records.get(id)).filter((one) => one !== undefined)
      if (newRecords.length > 0) await writeCallRecords(transaction, newRecords)
    })
  }
  for (const [id, { outcome }] of replies) {
    if (typeof outcome === 'string')
      await makeSingle(tenant, { batchId, ids: [id], reason: outcome })
  }
}

type ReplyToRecord = Omit<OutcomeTarget, 'batchId'> & {
  readonly line: RecordableLine
  readonly reply: LlmReply
}

function toRecord(
  tenant: Tenant,
  { line, reply, adapter, priceFactor }: ReplyToRecord,
): Promise<BilledCall> {
  const { call, callKey, runId, executionId } = line
  const owner = {
    runId,
    executionId: executionId ?? undefined,
    workflowId: call.workflowId ?? undefined,
    projectId: call.projectId ?? undefined,
    documentHash: call.documentHash ?? undefined,
  }
  return toCallRecord(tenant, owner, {
    callKey,
    adapterId: adapter.id,
    pricing: adapter.pricing,
    // A batch does not say how long a call took.
    seconds: 0,
    model: reply.model,
    tokens: toCallTokens(reply.usage),
    reasoningTokens: reply.usage.reasoningTokens ?? 0,
    questions: call.questionCount,
    isFollowUp: call.isFollowUp,
    isUsageUnknown: reply.usage.isUnknown ?? false,
    reason: call.reason,
    exchange: { request: call.request, reply },
    receivedAt: performance.now(),
    batchFactor: priceFactor,
  })
}
