import type { Tenant } from '../../platform/db/database.ts'
import { recordUsage } from '../usage/usage.port.ts'
import type { OpenedEmbedding } from './open-adapter.ts'

type Input = {
  readonly opened: OpenedEmbedding
  readonly texts: readonly string[]
  readonly callKey: string
  readonly runId: string
  readonly signal?: AbortSignal
}

/** One vector per text, with its tokens recorded once under the key. Throws `ProviderError`. */
export async function embedTexts(
  tenant: Tenant,
  { opened, texts, callKey, runId, signal }: Input,
): Promise<readonly (readonly number[])[]> {
  const start = performance.now()
  const { vectors, usage } = await opened.embedding.embed(texts, signal ? { signal } : {})
  await recordUsage(tenant, {
    call_key: callKey,
    workflow_id: null,
    execution_id: null,
    adapter_id: opened.id,
    run_id: runId,
    usage_type: 'embedding',
    llm_usage_reason: null,
    model_name: opened.embedding.model,
    embedding_tokens: usage.tokens,
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: usage.tokens,
    cost_in_dollars: null,
    seconds: (performance.now() - start) / 1000,
  })
  return vectors
}
