import type { CustomData } from '@recto/contract/wire'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type AnsweringNeeds,
  answerQuestions,
  type EnsureIndexed,
  everyAnswer,
  type NamedDocument,
  type Passages,
  refuseChallenge,
} from '../answering/answering.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import { openTally, presentUsageByModel, sumUsage, type UsageSum } from '../usage/usage.port.ts'
import { presentResult, type ToolResult } from './present-result.ts'
import type { Tool } from './tool.ts'
import { questionsOf } from './tool-metadata.ts'

/** Every model call and the reading of the document goes through its `step`. */
export type ToolRun = CallContext & {
  readonly tool: Tool
  /** What the workflow has set, under the names of the tool's spec. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Stored in the documents room. */
  readonly document: NamedDocument
  /** Of the caller's own, for prompts that refer to it. */
  readonly customData?: CustomData | null | undefined
}

/** What a tool made of a document, and what its calls have used. */
export type RunOfTool = { readonly result: ToolResult; readonly used: readonly UsageSum[] }

/**
 * Answers all prompts of a tool on one document. When some fail, all others are answered first, so
 * that every reply that was paid is kept, and then the failure is thrown, which names the prompts.
 * What a step throws is thrown, except that failures of adapters and of reading come as `AppError`s.
 */
export async function runTool(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  toolRun: ToolRun,
): Promise<RunOfTool> {
  const { tool, settings, document, customData, ...given } = toolRun
  const tally = given.isFirst ? openTally() : undefined
  const calls = { ...given, tally }
  await checkSettings(ctx, tenant, toolRun)
  const indexed = new Map<string, Passages>()
  const outcomes = await answerQuestions(ctx, tenant, {
    questions: questionsOf(tool.metadata),
    document,
    known: new Map(),
    customData,
    scope: calls.runId,
    calls,
    ensureIndexed: indexOnce(indexed),
  })
  for (const passages of indexed.values()) await passages.remove()
  const answers = everyAnswer(outcomes)

  const used = tally?.sums() ?? (await sumUsage(tenant, [calls.runId]))
  const usage = presentUsageByModel(used)
  const { runId } = calls
  return { result: presentResult({ tool, settings, answers, usage, document, runId }), used }
}

function indexOnce(indexed: Map<string, Passages>): EnsureIndexed {
  return async (passages) => {
    if (indexed.has(passages.collection)) return
    await passages.index()
    indexed.set(passages.collection, passages)
  }
}

/** Refuses what the workflow has switched on and this installation lacks. */
async function checkSettings(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { tool, settings }: ToolRun,
): Promise<void> {
  const { tool_settings } = tool.metadata
  if (settings.summarize_as_source ?? tool_settings.summarize_as_source) {
    throw badRequest('Extracting from a summary is not part of this version: switch it off.')
  }
  if (!(settings.enable_challenge ?? tool_settings.enable_challenge)) return
  const chosen = settings.challenge_llm_adapter_id
  const isChosen = typeof chosen === 'string' && chosen !== ''
  await refuseChallenge(ctx, tenant, isChosen ? chosen : tool_settings.challenge_llm)
}
