import type { Tenant } from '../../../platform/db/database.ts'
import { openEmbedding, openLlm } from '../../adapters/adapters.port.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { boundEmbeddingCost, boundLlmCost } from '../../model-calls/model-calls.port.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import { unboundedCostError } from './call-budget.ts'
import { maxReplyTokens } from './propose/ask-for-proposals.ts'

type PlannedCalls = {
  readonly metadata: ToolMetadata
  /** The model that proposes. */
  readonly llmId: string | null
}

/** Refuses a limit of money that could not be kept, because nobody knows what a call costs at most. */
export async function assertCostsBounded(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { metadata, llmId }: PlannedCalls,
): Promise<void> {
  if (llmId !== null) {
    await assertLlmBounded(ctx, tenant, { id: llmId, maxTokens: maxReplyTokens })
  }
  for (const id of listLlmIds(metadata)) await assertLlmBounded(ctx, tenant, { id })
  const chunkingOutputs = metadata.outputs.filter((output) => output['chunk-size'] > 0)
  for (const id of new Set(chunkingOutputs.map(({ embedding }) => embedding))) {
    const adapter = await openEmbedding(ctx, tenant, id)
    if (adapter.embedding.isFree) continue
    const bound = await boundEmbeddingCost(adapter, [''])
    if (bound === undefined) throw unboundedCostError(adapter.name)
  }
}

function listLlmIds({ tool_settings, outputs }: ToolMetadata): ReadonlySet<string> {
  const ids = [
    tool_settings.llm,
    tool_settings.escalation_llm,
    tool_settings.summarize_as_source ? tool_settings.summarize_llm : undefined,
    tool_settings.enable_challenge ? tool_settings.challenge_llm : undefined,
    ...outputs.flatMap(({ llm, escalation_llm: larger }) => [llm, larger]),
  ]
  return new Set(ids.filter((id) => id !== undefined))
}

type LlmToBound = { readonly id: string; readonly maxTokens?: number }

async function assertLlmBounded(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { id, ...limit }: LlmToBound,
): Promise<void> {
  const adapter = await openLlm(ctx, tenant, id)
  // An extractor that finds values on the page costs nothing.
  if (!adapter.connection.complete) return
  const bound = await boundLlmCost(adapter, { prompt: '', ...limit })
  if (bound === undefined) throw unboundedCostError(adapter.name)
}
