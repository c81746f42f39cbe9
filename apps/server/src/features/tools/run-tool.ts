import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type AnsweringNeeds,
  answerQuestions,
  describeFailed,
  type EnsureIndexed,
  keptAnswers,
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
}

/** What a tool made of a document, and what its calls have used. */
export type RunOfTool = {
  readonly result: ToolResult
  /** Which fields failed, and why; null when none did. */
  readonly error: string | null
  readonly used: readonly UsageSum[]
}

/**
 * Answers all prompts of a tool on one document. Those that fail leave the others their values and are
 * named beside them; when all fail, the failure is thrown. What a step throws is thrown, except that
 * failures of adapters and of reading come as `AppError`s.
 */
export async function runTool(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  toolRun: ToolRun,
): Promise<RunOfTool> {
  const { tool, settings, document, ...given } = toolRun
  const tally = given.isFirst ? openTally() : undefined
  const calls = { ...given, tally }
  await checkSettings(ctx, tenant, toolRun)
  const asked = questionsOf(tool.metadata)
  const indexed = new Map<string, Passages>()
  const outcomes = await answerQuestions(ctx, tenant, {
    questions: asked.flatMap((one) => (one.isDone ? [one.question] : [])),
    document,
    known: new Map(),
    scope: calls.runId,
    calls,
    ensureIndexed: indexOnce(indexed),
  })
  for (const passages of indexed.values()) await passages.remove()
  const refused = asked.flatMap((one) => (one.isDone ? [] : [one]))
  const needs = { log: ctx.log, signal: calls.signal }
  const { answers, failed } = keptAnswers(needs, [...outcomes, ...refused])

  const used = tally?.sums() ?? (await sumUsage(tenant, [calls.runId]))
  const usage = presentUsageByModel(used)
  const { runId } = calls
  const presented = { tool, settings, answers, failed, usage, document, runId }
  return {
    result: presentResult(presented),
    error: failed.length > 0 ? describeFailed(failed) : null,
    used,
  }
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
