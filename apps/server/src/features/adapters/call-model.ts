import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { recordUsage } from '../usage/usage.port.ts'
import { findReply, insertModelCall } from './model-call.store.ts'
import type { OpenedLlm } from './open-adapter.ts'

export type ModelCallInput = {
  readonly opened: OpenedLlm
  readonly request: LlmRequest
  /** The same key means the same call: its stored reply is answered, and nothing is paid twice. */
  readonly callKey: string
  /** The file execution in deployments, the run in the studio. */
  readonly runId: string
  readonly reason: 'extraction' | 'challenge' | 'summarize'
  readonly workflowId?: string | undefined
  readonly executionId?: string | undefined
}

/**
 * The one place where a model is called. What it answers is stored with its tokens and its time the
 * moment it arrives. Throws `ProviderError`; retries belong to the caller's step.
 */
export async function callModel(tenant: Tenant, input: ModelCallInput): Promise<LlmReply> {
  const { opened, request, callKey } = input
  const known = await findReply(tenant, callKey)
  if (known) return known

  const { complete } = opened.llm
  if (!complete) throw badRequest(`“${opened.name}” cannot complete a prompt.`)
  const start = performance.now()
  const reply = await complete({ ...request, idempotencyKey: callKey })
  await store(tenant, input, reply, (performance.now() - start) / 1000)
  return reply
}

async function store(
  tenant: Tenant,
  { opened, request, callKey, runId, reason, workflowId, executionId }: ModelCallInput,
  reply: LlmReply,
  seconds: number,
): Promise<void> {
  const { signal: _, ...asked } = request
  const { inputTokens, outputTokens } = reply.usage
  const shared = { callKey, adapterId: opened.id, costInDollars: null, seconds }
  await inTransaction(tenant, async (within) => {
    await insertModelCall(within, { ...shared, request: asked, reply })
    await recordUsage(within, {
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
    })
  })
}
