import type { Tenant } from '../../../platform/db/database.ts'
import { openEmbedding, openLlm } from '../../adapters/adapters.port.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { boundEmbeddingCost, boundLlmCost } from '../../model-calls/model-calls.port.ts'
import { selectOutputs } from '../regression-tests/answer-test-case.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import { unboundedCostError } from './call-budget.ts'
import { findDependentKeys } from './measure/answer-with-wording.ts'
import { maxReplyTokens } from './propose/ask-for-proposals.ts'

type PlannedCalls = {
  readonly metadata: ToolMetadata
  /** Keys of the fields to improve. */
  readonly keys: readonly string[]
  /** The model that proposes. */
  readonly llmId: string | null
}

/** Refuses a limit of money that could not be kept, because nobody knows what a call costs at most. */
export async function assertCostsBounded(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { metadata, keys, llmId }: PlannedCalls,
): Promise<void> {
  if (llmId !== null) {
    await assertLlmBounded(ctx, tenant, { id: llmId, maxTokens: maxReplyTokens })
  }
  const outputs = selectOutputs(
    metadata,
    keys.flatMap((key) => [key, ...findDependentKeys(metadata, key)]),
  )
  for (const id of listLlmIds(metadata, outputs)) await assertLlmBounded(ctx, tenant, { id })
  const chunkingOutputs = outputs.filter((output) => output['chunk-size'] > 0)
  for (const id of new Set(chunkingOutputs.map(({ embedding }) => embedding))) {
    const adapter = await openEmbedding(ctx, tenant, id)
    if (adapter.embedding.isFree) continue
    const bound = await boundEmbeddingCost(adapter, [''])
    if (bound === undefined) throw unboundedCostError(adapter.name)
  }
}

function listLlmIds(
  { tool_settings }: Pick<ToolMetadata, 'tool_settings'>,
  outputs: ToolMetadata['outputs'],
): ReadonlySet<string> {
  const { enable_single_pass_extraction: isSinglePass, summarize_as_source: isSummarized } =
    tool_settings
  const ids = [
    isSinglePass || isSummarized ? tool_settings.llm : undefined,
    isSinglePass ? tool_settings.escalation_llm : undefined,
    isSummarized ? tool_settings.summarize_llm : undefined,
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
