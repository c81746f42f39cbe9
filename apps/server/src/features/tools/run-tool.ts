import { HiddenTextPolicy } from '@recto/contract/hidden-text'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type AnsweringNeeds,
  answerInOnePass,
  answerQuestions,
  type ConfiguredQuestion,
  describeFailed,
  type EnsureIndexed,
  firstThatSummarises,
  keptAnswers,
  type Passages,
  summariseText,
} from '../answering/answering.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import { calibrationOf, hiddenTextOf } from '../prompt-studio/prompt-studio.port.ts'
import { openTally, presentUsageByModel, sumUsage } from '../usage/usage.port.ts'
import { answerMaskedFirst, inOrderOf } from './answer-masked-first.ts'
import { runBuiltIn } from './built-in/run-built-in.ts'
import { judgeAnswers } from './judge-answers.ts'
import { presentResult } from './present-result.ts'
import { maskingRulesOf, passSettingsOf, questionsOf } from './tool-metadata.ts'
import type { RunOfTool, ToolRun } from './tool-run.ts'

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
  const { tool, settings, document, customData, compare, ...given } = toolRun
  if (tool.builtIn) return runBuiltIn(ctx, tenant, { toolRun, id: tool.builtIn })
  const tally = given.isFirst ? openTally() : undefined
  const calls = { ...given, tally }
  const asked = questionsOf(tool.metadata)
  const indexed = new Map<string, Passages>()
  const { isSinglePass, isSummarised, challengerId, reading } = settingsOf(toolRun)
  const asking = {
    questions: asked.flatMap((one) => (one.isDone ? [readingAs(one.question, reading)] : [])),
    document,
    known: new Map(),
    customData,
    scope: calls.runId,
    calls,
    ensureIndexed: indexOnce(indexed),
    challengerId,
  }
  const rules = maskingRulesOf(tool.metadata)
  const { outcomes: masked, rest } = await answerMaskedFirst(ctx, tenant, asking, rules)
  const source = isSummarised ? summaryBy(ctx, tenant, toolRun, rest.calls) : undefined
  const others = isSinglePass
    ? await answerInOnePass(ctx, tenant, {
        ...{ ...rest, source },
        settings: { ...passSettingsOf(tool.metadata), ...reading },
      })
    : await answerQuestions(ctx, tenant, { ...rest, source })
  const outcomes = inOrderOf(asking.questions, [...masked, ...others])
  for (const passages of indexed.values()) await passages.remove()
  const refused = asked.flatMap((one) => (one.isDone ? [] : [one]))
  const needs = { log: ctx.log, signal: calls.signal }
  const kept = keptAnswers(needs, [...outcomes, ...refused])
  const { failed } = kept
  const { answers, checks } = await judgeAnswers(ctx, {
    ...{ metadata: tool.metadata, answers: kept.answers, name: document.name, compare },
    signal: calls.signal,
  })

  const used = tally?.sums() ?? (await sumUsage(tenant, [calls.runId]))
  const usage = presentUsageByModel(used)
  const { runId } = calls
  const fit = await calibrationOf(ctx, tenant, tool.projectId)
  const presented = { tool, settings, answers, checks, failed, usage, document, runId, fit }
  return {
    result: presentResult(presented),
    error: failed.length > 0 ? describeFailed(failed) : null,
    pages: answers[0]?.document.text.pages.length ?? null,
    used,
  }
}

type Reading = Pick<ConfiguredQuestion['settings'], 'readsEmbedded' | 'hiddenText'>

const readingAs = (question: ConfiguredQuestion, reading: Reading): ConfiguredQuestion => ({
  ...question,
  settings: { ...question.settings, ...reading },
})

function indexOnce(indexed: Map<string, Passages>): EnsureIndexed {
  return async (passages) => {
    if (indexed.has(passages.collection)) return
    await passages.index()
    indexed.set(passages.collection, passages)
  }
}

/** What the workflow has set, else what the project had when it was exported. */
function settingsOf({ tool, settings }: ToolRun) {
  const { tool_settings } = tool.metadata
  const isOn = (set: unknown, exported: boolean) => (set ?? exported) === true
  const isChallenged = isOn(settings.enable_challenge, tool_settings.enable_challenge)
  const readsEmbedded = isOn(settings.enable_embedded_data, tool_settings.enable_embedded_data)
  const policy = HiddenTextPolicy.safeParse(settings.hidden_text_policy)
  const hidden = hiddenTextOf(policy.success ? policy.data : tool_settings.hidden_text_policy)
  const reading: Reading = { ...(readsEmbedded && { readsEmbedded }), ...hidden }
  const chosen = settings.challenge_llm_adapter_id
  const isChosen = typeof chosen === 'string' && chosen !== ''
  return {
    reading,
    isSinglePass: isOn(
      settings.single_pass_extraction_mode,
      tool_settings.enable_single_pass_extraction,
    ),
    isSummarised: isOn(settings.summarize_as_source, tool_settings.summarize_as_source),
    challengerId: isChallenged ? (isChosen ? chosen : tool_settings.challenge_llm) : undefined,
  }
}

const summaryBy =
  (ctx: AnsweringNeeds, tenant: Tenant, { tool }: ToolRun, calls: CallContext) =>
  async (read: Parameters<typeof summariseText>[2]): Promise<string | undefined> => {
    const { tool_settings, outputs } = tool.metadata
    const { summarize_llm, llm, summarize_prompt: prompt } = tool_settings
    const llmIds = [...(summarize_llm ? [summarize_llm] : []), llm, ...outputs.map((it) => it.llm)]
    const llmId = await firstThatSummarises(ctx, tenant, [...new Set(llmIds)])
    if (llmId === undefined) return undefined
    const keys = outputs.map(({ name }) => name)
    return summariseText(ctx, tenant, read, { llmId, prompt, keys, calls })
  }
