import { omitUndefined } from '@recto/omit-undefined'
import type { LlmUsage } from '@recto/provider-spec/llm'
import type { Tenant } from '../../platform/db/database.ts'
import type { GroupedWrite } from '../../platform/db/group-commits.ts'
import {
  type CallPrice,
  type CallTokens,
  type Pricing,
  priceCall,
  unknownPrice,
} from '../adapters/adapters.port.ts'
import { insertUsages, type NewUsage } from '../usage/usage.port.ts'
import type { CallContext } from './call-context.ts'
import { retryUntilStored } from './call-once.ts'
import { buildModelCallInsert, type ModelCall } from './model-calls.store.ts'
import { buildStartedCallDeletion } from './started-calls.store.ts'

export const toCallTokens = ({
  inputTokens: input,
  outputTokens: output,
  cachedTokens,
  cacheWriteTokens: cacheWrite,
}: LlmUsage): CallTokens => ({
  input,
  output,
  embedding: 0,
  ...omitUndefined({ cached: cachedTokens, cacheWrite }),
})

export type CompletedCall = {
  readonly callKey: string
  readonly adapterId: string
  readonly pricing: Pricing
  readonly seconds: number
  readonly model: string
  readonly tokens: CallTokens
  /** The part of the output that the model used to reason. */
  readonly reasoningTokens?: number
  /** Number of questions that the call answers; 1 unless stated. */
  readonly questions?: number
  /** Whether the question was counted with an earlier call, so that this one counts none. */
  readonly isFollowUp?: boolean
  /** Whether the service did not say what the call used, so that nobody knows what it cost. */
  readonly isUsageUnknown?: boolean
  /** `null` for embeddings. */
  readonly reason: 'extraction' | 'challenge' | 'summarize' | null
  /**
   * Request and reply, to be reused under the same key; absent where repeating the call is free.
   */
  readonly exchange?: { readonly request: unknown; readonly reply: unknown }
  /** The `performance.now()` at which the last byte of the reply arrived. */
  readonly receivedAt: number
  /** Whether the id of the call at its service is stored, which is deleted with this. */
  readonly hasJob?: boolean
  /** The price in a batch, as a part of the usual one; absent outside of batches. */
  readonly batchFactor?: number
}

/** Stores replies that arrive concurrently in one commit. */
const callWrites: GroupedWrite<BilledCall> = {
  name: 'model-calls/keep-calls',
  async write(db, records) {
    const usages = records.map(({ organizationId, usage }) => ({
      organization_id: organizationId,
      ...usage,
    }))
    const calls = records.flatMap(({ call }) => call ?? [])
    const callsWithJob = records.flatMap(({ call, hasJob }) => (call && hasJob ? call : []))
    const deletion = callsWithJob.length > 0 ? [buildStartedCallDeletion(callsWithJob)] : []
    await insertUsages({ db }, usages, buildModelCallInsert(calls), ...deletion)
  },
}

/** Stores the usage of a call and its reply in one statement. */
export async function recordCall(
  tenant: Tenant,
  calls: CallContext,
  completedCall: CompletedCall,
): Promise<void> {
  const { tally, groupCommits } = calls
  const record = await toCallRecord(tenant, calls, completedCall)
  tally?.add(record.usage)
  const { receivedAt: since } = completedCall
  // Inside the caller's transaction it must be committed with that.
  const isGrouped = groupCommits && !tenant.db.isTransaction
  await retryUntilStored(() =>
    isGrouped
      ? groupCommits.commit(callWrites, record, { since })
      : callWrites.write(tenant.db, [record]),
  )
}

/** Stores calls with their usage, as part of the caller's transaction. */
export const writeCallRecords = ({ db }: Tenant, records: readonly BilledCall[]) =>
  callWrites.write(db, records)

/** The run that a call is counted for. */
export type CallOwner = Pick<
  CallContext,
  'runId' | 'workflowId' | 'executionId' | 'projectId' | 'documentHash'
>

export async function toCallRecord(
  { organizationId }: Pick<Tenant, 'organizationId'>,
  owner: CallOwner,
  completedCall: CompletedCall,
): Promise<BilledCall> {
  const { callKey, adapterId, seconds, model, tokens, exchange } = completedCall
  const usage = await toUsage(owner, completedCall)
  const { documentHash } = owner
  const call = exchange && {
    organizationId,
    callKey,
    adapterId,
    seconds,
    model,
    ...exchange,
    documentHash: documentHash ?? null,
    inputTokens: tokens.input + tokens.embedding,
    outputTokens: tokens.output,
  }
  return { organizationId, usage, call, hasJob: completedCall.hasJob ?? false }
}

async function toUsage(
  { runId, workflowId, executionId, projectId }: CallOwner,
  completedCall: CompletedCall,
): Promise<NewUsage> {
  const { callKey, adapterId, seconds, model, tokens, reason } = completedCall
  const { reasoningTokens = 0, questions = 1, isFollowUp = false } = completedCall
  const price = await priceCompletedCall(completedCall)
  return {
    call_key: callKey,
    workflow_id: workflowId ?? null,
    execution_id: executionId ?? null,
    adapter_id: adapterId,
    project_id: projectId ?? null,
    run_id: runId,
    usage_type: reason === null ? 'embedding' : 'llm',
    llm_usage_reason: reason,
    model_name: model,
    embedding_tokens: tokens.embedding,
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output + tokens.embedding,
    cached_tokens: tokens.cached ?? 0,
    cost_in_dollars: price.cost,
    seconds,
    reasoning_tokens: reasoningTokens,
    // The price is that of a call about one question: it saves nothing, and costs nothing twice.
    questions: isFollowUp ? 0 : questions,
    saved_by_cache: price.savedByCache,
    saved_by_single_pass: price.savedBySinglePass,
    saved_by_batch: price.savedByBatch,
  }
}

async function priceCompletedCall(completedCall: CompletedCall): Promise<CallPrice> {
  const { pricing, model, tokens, questions = 1, batchFactor } = completedCall
  return completedCall.isUsageUnknown
    ? unknownPrice
    : priceCall(pricing, { model, tokens, questions, batchFactor })
}

export type BilledCall = {
  readonly organizationId: number
  readonly usage: NewUsage
  readonly call: ModelCall | undefined
  readonly hasJob: boolean
}
