import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedEmbedding } from '../adapters/adapters.port.ts'
import { type NewUsage, recordUsage } from '../usage/usage.port.ts'
import { type CallContext, callKeyOf, waitOutside } from './call-context.ts'

type Input = {
  readonly opened: OpenedEmbedding
  readonly texts: readonly string[]
  /** The step that it is called in: a step may do more than to embed. */
  readonly step: string
}

/** Returns one vector per text; its tokens are recorded once. Throws `ProviderError`. */
export async function embedTexts(
  tenant: Tenant,
  context: CallContext,
  { opened, texts, step }: Input,
): Promise<readonly (readonly number[])[]> {
  const call = async () => {
    const start = performance.now()
    const reply = await opened.embedding.embed(texts)
    return { ...reply, seconds: (performance.now() - start) / 1000 }
  }
  const { vectors, usage, seconds } = await waitOutside(context, () => opened.inTurn(call, context))
  const used: NewUsage = {
    call_key: callKeyOf(context, step),
    workflow_id: null,
    execution_id: null,
    adapter_id: opened.id,
    run_id: context.runId,
    usage_type: 'embedding',
    llm_usage_reason: null,
    model_name: opened.embedding.model,
    embedding_tokens: usage.tokens,
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: usage.tokens,
    cost_in_dollars: null,
    seconds,
  }
  await recordUsage(tenant, used)
  context.tally?.add(used)
  return vectors
}
