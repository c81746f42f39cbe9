import type { Tenant } from '../../platform/db/database.ts'
import type { GroupedWrite } from '../../platform/db/group-commits.ts'
import { costOf, type Pricing } from '../adapters/adapters.port.ts'
import { insertUsages, type NewUsage } from '../usage/usage.port.ts'
import type { CallContext } from './call-context.ts'
import { keepPaid } from './keep-paid.ts'
import { type ModelCall, modelCallInsertion } from './model-calls.store.ts'

export type MadeCall = {
  readonly callKey: string
  readonly adapterId: string
  readonly pricing: Pricing
  readonly seconds: number
  readonly model: string
  readonly tokens: { readonly input: number; readonly output: number; readonly embedding: number }
  /** `null`: of embedding. */
  readonly reason: 'extraction' | 'challenge' | 'summarize' | null
  /** What was asked and replied, for whoever asks again under the key; absent where that costs nothing. */
  readonly kept?: { readonly request: unknown; readonly reply: unknown }
}

/** Stores what a call has used, with its reply, in one statement. */
export async function recordCall(
  tenant: Tenant,
  { runId, workflowId, executionId, projectId, tally, documentHash, commits }: CallContext,
  { callKey, adapterId, pricing, seconds, model, tokens, reason, kept }: MadeCall,
): Promise<void> {
  const usage: NewUsage = {
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
    cost_in_dollars: await costOf(pricing, { model, tokens }),
    seconds,
  }
  const { organizationId } = tenant
  const call = kept && {
    ...{ organizationId, callKey, adapterId, seconds, model, ...kept },
    documentHash: documentHash ?? null,
    inputTokens: tokens.input + tokens.embedding,
    outputTokens: tokens.output,
  }
  tally?.add(usage)
  const paid: PaidCall = { organizationId, usage, call }
  // Within a transaction of the caller's it is stored with that.
  const isGrouped = commits && !tenant.db.isTransaction
  await keepPaid(() =>
    isGrouped ? commits.commit(keepCalls, paid) : keepCalls.write(tenant.db, [paid]),
  )
}

type PaidCall = {
  readonly organizationId: number
  readonly usage: NewUsage
  readonly call: ModelCall | undefined
}

/** Replies that arrive while others are being stored are stored together. */
const keepCalls: GroupedWrite<PaidCall> = {
  name: 'model-calls/keep-calls',
  async write(db, paid) {
    const usages = paid.map(({ organizationId, usage }) => ({
      organization_id: organizationId,
      ...usage,
    }))
    const calls = paid.flatMap(({ call }) => call ?? [])
    await insertUsages({ db }, usages, modelCallInsertion(calls))
  },
}
