import { setTimeout as sleep } from 'node:timers/promises'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { type RetryPolicy, retry } from '../../platform/retry.ts'
import { explainProviderError, type OpenedLlm } from '../adapters/adapters.port.ts'
import { recordUsage } from '../usage/usage.port.ts'
import { type CallContext, callKeyOf, waitOutside } from './call-context.ts'
import { findReply, modelCallInsertion } from './model-calls.store.ts'

type Input = {
  readonly opened: OpenedLlm
  readonly request: LlmRequest
  /** Its name as a step; unique in the run. */
  readonly step: string
  readonly reason: 'extraction' | 'challenge' | 'summarize'
  /**
   * Is given the storing of the reply, to wait for it later; without it the reply is stored when the
   * call returns.
   */
  readonly onStoring?: (storing: Promise<void>) => void
}

/**
 * The one place where a model is called, as a step of its own. Its reply is stored with its tokens
 * and its time the moment it arrives. Throws what the provider's failure means to the caller;
 * retries belong to the step.
 */
export async function callModel(
  tenant: Tenant,
  context: CallContext,
  input: Input,
): Promise<LlmReply> {
  try {
    return await context.step(input.step, () => callOnce(tenant, context, input), {
      isRepeatable: true,
    })
  } catch (error) {
    // Explained outside of the step, which must see whether the failure is one to try again.
    throw explainProviderError(error, input.opened.name)
  }
}

/** Returns the stored reply of a call that was made before under the same key. */
async function callOnce(tenant: Tenant, context: CallContext, input: Input): Promise<LlmReply> {
  const { opened, request, step } = input
  const callKey = callKeyOf(context, step)
  const known = context.isFirst ? undefined : await findReply(tenant, callKey)
  if (known) return known

  const { complete } = opened.llm
  if (!complete) throw badRequest(`“${opened.name}” cannot complete a prompt.`)
  const call = async () => {
    const start = performance.now()
    const reply = await complete({ ...request, idempotencyKey: callKey })
    return { reply, seconds: (performance.now() - start) / 1000 }
  }
  const { reply, seconds } = await waitOutside(context, () => opened.inTurn(call, context))
  const storing = store(tenant, context, { ...input, callKey, reply, seconds })
  if (!input.onStoring) await storing
  else input.onStoring(storing)
  return reply
}

type Made = Input & {
  readonly callKey: string
  readonly reply: LlmReply
  readonly seconds: number
}

async function store(
  tenant: Tenant,
  { runId, workflowId, executionId, tally }: CallContext,
  { opened, request, callKey, reason, reply, seconds }: Made,
): Promise<void> {
  const { signal: _, ...asked } = request
  const { inputTokens, outputTokens } = reply.usage
  const shared = { callKey, adapterId: opened.id, costInDollars: null, seconds }
  const call = modelCallInsertion(tenant.organizationId, { ...shared, request: asked, reply })
  const usage = {
    call_key: callKey,
    workflow_id: workflowId ?? null,
    execution_id: executionId ?? null,
    adapter_id: opened.id,
    run_id: runId,
    usage_type: 'llm',
    llm_usage_reason: reason,
    model_name: reply.model,
    embedding_tokens: 0,
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    cost_in_dollars: null,
    seconds,
  } as const
  tally?.add(usage)
  // The reply is paid: while the database is away it waits here, for as long as the process lives.
  await retry(() => recordUsage(tenant, usage, call), untilKept, { wait })
}

const untilKept: RetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: () => 1,
}

const wait = (seconds: number) => sleep(seconds * 1000)
