import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import { AppError, badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import { type UsageByModel, usageByModel } from '../../usage/usage.port.ts'
import type { Metrics } from '../engine/answer-items.ts'
import { deriveHighlight, type Highlight } from '../engine/derive-highlight.ts'
import type { EngineNeeds, Item, Step } from '../engine/engine.ts'
import { fieldTypeOf } from '../engine/field-type-of.ts'
import type { Passages } from '../engine/open-passages.ts'
import type { EnsureIndexed } from '../engine/open-retrieval.ts'
import { type Result, runItems } from '../engine/run-items.ts'
import type { Tool, ToolOutput } from './tool.ts'

export type ToolRun = {
  readonly tool: Tool
  /** What the workflow has set, under the names of the tool's spec. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Stored in the documents room. */
  readonly document: { readonly hash: string; readonly name: string }
  /** Usage is counted under it: the file execution. */
  readonly runId: string
  readonly callKeyPrefix: string
  /** Every model call and the reading of the document goes through it. */
  readonly step: Step
  readonly workflowId?: string
  readonly executionId?: string
  /** Overrides the setting `enable_highlight`. */
  readonly useHighlight?: boolean
}

export type ToolResult = {
  readonly output: Readonly<Record<string, Json>>
  readonly evidence: Readonly<Record<string, EvidenceTree>>
  readonly metadata: ToolResultMetadata
  readonly metrics: Readonly<Record<string, Metrics>>
}

/** Under the names of the contract. */
export type ToolResultMetadata = UsageByModel & {
  readonly run_id: string
  readonly file_name: string
  readonly context: Readonly<Record<string, readonly string[]>>
  readonly required_fields: Readonly<Record<string, 'all' | 'any'>>
  readonly evidence_data: Readonly<Record<string, EvidenceTree>>
  readonly highlight_data?: Readonly<Record<string, Highlight>>
}

/**
 * Answers all prompts of a tool on one document. What a step throws is thrown, except that failures
 * of adapters and of reading come as `AppError`s that name their cause.
 */
export async function runTool(
  ctx: EngineNeeds,
  tenant: Tenant,
  toolRun: ToolRun,
): Promise<ToolResult> {
  const { tool, document, runId, callKeyPrefix, step, workflowId, executionId } = toolRun
  await checkSettings(ctx, tenant, toolRun)
  const outputs = tool.metadata.outputs.filter(({ active }) => active)
  const indexed = new Map<string, Passages>()
  const results = await runItems(ctx, tenant, {
    items: outputs.map(toItem),
    document,
    known: new Map(),
    scope: runId,
    run: { runId, callKeyPrefix, step, workflowId, executionId },
    ensureIndexed: indexOnce(indexed),
  })
  for (const passages of indexed.values()) await passages.remove()

  const usage = await usageByModel(tenant, runId)
  return present(toolRun, { outputs, results, usage })
}

function indexOnce(indexed: Map<string, Passages>): EnsureIndexed {
  return async (passages) => {
    if (indexed.has(passages.collection)) return
    await passages.index()
    indexed.set(passages.collection, passages)
  }
}

function toItem(output: ToolOutput): Item {
  const { name, prompt, type, preamble, postamble, grammar } = output
  return {
    question: { key: name, prompt, type: fieldTypeOf(type, name) },
    reading: {
      llmId: output.llm,
      embeddingId: output.embedding,
      vectorDbId: output['vector-db'],
      textExtractorId: output.x2text_adapter,
      chunkSize: output['chunk-size'],
      chunkOverlap: output['chunk-overlap'],
      strategy: output['retrieval-strategy'],
      topK: output['similarity-top-k'],
    },
    instructions: { preamble, postamble, grammar },
  }
}

/** Refuses what the workflow has switched on and this installation lacks. */
async function checkSettings(
  ctx: EngineNeeds,
  tenant: Tenant,
  { tool, settings }: ToolRun,
): Promise<void> {
  const { tool_settings } = tool.metadata
  if (settings.summarize_as_source ?? tool_settings.summarize_as_source) {
    throw badRequest('Extracting from a summary is not part of this version: switch it off.')
  }
  if (!(settings.enable_challenge ?? tool_settings.enable_challenge)) return
  const chosen = settings.challenge_llm_adapter_id
  const id = typeof chosen === 'string' && chosen !== '' ? chosen : tool_settings.challenge_llm
  const { name, llm } = await openLlm(ctx, tenant, id)
  if (!llm.complete) throw badRequest(`“${name}” cannot challenge an extraction.`)
  const detail = 'Challenging an extraction is not part of this version: switch it off.'
  throw new AppError('not-available', [{ code: 'error', detail, attr: null }])
}

type Outcome = {
  readonly outputs: readonly ToolOutput[]
  readonly results: readonly Result[]
  readonly usage: UsageByModel
}

function present(
  { tool, settings, document, runId, useHighlight }: ToolRun,
  { outputs, results, usage }: Outcome,
): ToolResult {
  const byKey = <T>(pick: (result: Result) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(results.map((result) => [result.key, pick(result)]))
  const isHighlighted =
    useHighlight ?? settings.enable_highlight ?? tool.metadata.tool_settings.enable_highlight
  const evidence = byKey((result) => result.evidence)
  return {
    output: byKey(({ value }) => value),
    evidence,
    metadata: {
      run_id: runId,
      file_name: document.name,
      context: byKey(({ context }) => context),
      required_fields: Object.fromEntries(
        outputs.flatMap(({ name, required }) => (required ? [[name, required]] : [])),
      ),
      evidence_data: evidence,
      ...(isHighlighted === true && {
        highlight_data: byKey(({ text, evidence }) => deriveHighlight(text, evidence)),
      }),
      ...usage,
    },
    metrics: byKey(({ metrics }) => metrics),
  }
}
