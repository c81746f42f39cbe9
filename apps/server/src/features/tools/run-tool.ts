import { HiddenTextPolicy } from '@recto/contract/prompt-studio/hidden-text'
import { omitUndefined } from '@recto/omit-undefined'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type AnsweredQuestion,
  type AnsweringDependencies,
  answerDocumentInOnePass,
  answerQuestions,
  type ConfiguredQuestion,
  collectAnswers,
  describeFailed,
  type EnsureIndexed,
  escalateContradicted,
  findSummarizer,
  type LoadedText,
  type QuestionOutcome,
  type SearchableDocument,
  summarizeDocument,
} from '../answering/answering.port.ts'
import { type CallContext, timeStage } from '../model-calls/model-calls.port.ts'
import { loadCalibration, toHiddenTextSetting } from '../prompt-studio/prompt-studio.port.ts'
import { createUsageTally, presentUsageByModel, sumUsage } from '../usage/usage.port.ts'
import { answerMaskedFirst, sortByQuestions } from './answer-masked-first.ts'
import { applyChecks } from './apply-checks.ts'
import { applyLookups } from './apply-lookups.ts'
import { runBuiltInTool } from './built-in/run-built-in-tool.ts'
import { presentToolResult } from './present-tool-result.ts'
import { buildToolQuestions, toMaskingRules, toSinglePassSettings } from './tool-metadata.ts'
import type { ToolRun, ToolRunResult } from './tool-run.ts'

/**
 * Answers all prompts of a tool on one document. Failed prompts are reported beside the values of
 * the others; when all fail, the failure is thrown. Errors of steps are thrown unchanged, except
 * that failures of adapters and of reading are `AppError`s.
 */
export async function runTool(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  toolRun: ToolRun,
): Promise<ToolRunResult> {
  const {
    tool,
    settings,
    document,
    customData,
    compareWithEarlierFiles: _,
    ...callContext
  } = toolRun
  if (tool.builtIn) return runBuiltInTool(ctx, tenant, { toolRun, id: tool.builtIn })
  const tally = callContext.isFirstRun ? createUsageTally() : undefined
  const calls = { ...callContext, tally }
  const { questions, invalidOutcomes } = buildToolQuestions(tool.metadata)
  const openIndexes = new Map<string, SearchableDocument>()
  const { isSinglePass, isSummarized, challengerId, readingSettings } = resolveSettings(toolRun)
  const request = {
    questions: questions.map((question) => withReadingSettings(question, readingSettings)),
    document,
    knownValues: new Map(),
    customData,
    scope: calls.runId,
    calls,
    ensureIndexed: createIndexer(openIndexes),
    challengerId,
  }
  const rules = toMaskingRules(tool.metadata)
  const { maskedOutcomes, remainingRequest, maskedValues } = await answerMaskedFirst(
    ctx,
    tenant,
    request,
    rules,
  )
  const loadSummary = isSummarized
    ? createSummarizer(ctx, tenant, toolRun, remainingRequest.calls)
    : undefined
  const remainingOutcomes = isSinglePass
    ? await answerDocumentInOnePass(ctx, tenant, {
        ...remainingRequest,
        loadReplacementText: loadSummary,
        settings: { ...toSinglePassSettings(tool.metadata), ...readingSettings },
      })
    : await answerQuestions(ctx, tenant, { ...remainingRequest, loadReplacementText: loadSummary })
  const outcomes = sortByQuestions(request.questions, [...maskedOutcomes, ...remainingOutcomes])
  const { answers, checks, lookups, failedQuestions } = await collectAndCheck(ctx, tenant, {
    toolRun,
    calls: remainingRequest.calls,
    outcomes: [...outcomes, ...invalidOutcomes],
  }).finally(async () => {
    // The indexes stay until now, because the larger model searches them too.
    for (const index of openIndexes.values()) await index.remove()
  })

  const usageSums = tally?.sums() ?? (await sumUsage(tenant, [calls.runId]))
  const usage = presentUsageByModel(usageSums)
  const { runId } = calls
  const calibration = await loadCalibration(ctx, tenant, tool.projectId)
  const outcome = {
    tool,
    settings,
    answers,
    checks,
    lookups,
    failedQuestions,
    usage,
    document,
    runId,
    calibration,
  }
  return {
    result: presentToolResult(outcome),
    error: failedQuestions.length > 0 ? describeFailed(failedQuestions) : null,
    pages: answers[0]?.document.text.pages.length ?? null,
    usage: usageSums,
    maskedValues,
    failedQuestions,
  }
}

type OutcomesToCheck = Pick<AnswersToCheck, 'toolRun' | 'calls'> & {
  readonly outcomes: readonly QuestionOutcome[]
}

async function collectAndCheck(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { toolRun, calls, outcomes }: OutcomesToCheck,
) {
  const dependencies = { log: ctx.log, signal: calls.signal }
  const { answers, failedQuestions } = collectAnswers(dependencies, outcomes)
  const checkedAnswers = await checkAndEscalate(ctx, tenant, { toolRun, calls, answers })
  return { ...checkedAnswers, failedQuestions }
}

type AnswersToCheck = {
  readonly toolRun: ToolRun
  readonly calls: CallContext
  readonly answers: readonly AnsweredQuestion[]
}

/** Matches values and applies the checks, and again if a larger model was asked for values that they contradict. */
async function checkAndEscalate(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { toolRun, calls, answers }: AnswersToCheck,
) {
  const { tool, document, compareWithEarlierFiles, signal } = toolRun
  const { metadata } = tool
  const check = (answersToCheck: readonly AnsweredQuestion[]) =>
    timeStage(calls, 'check', async () => {
      const lookups = await applyLookups(tenant, {
        metadata,
        values: Object.fromEntries(answersToCheck.map(({ key, value }) => [key, value])),
        time: ctx.settingsTime ?? new Date(),
      })
      const results = { metadata, answers: answersToCheck, lookups, name: document.name }
      return {
        ...(await applyChecks(ctx, { ...results, compareWithEarlierFiles, signal })),
        lookups,
      }
    })
  const checkedAnswers = await check(answers)
  const keys = checkedAnswers.contradictedKeys
  const newAnswers = await escalateContradicted(ctx, tenant, calls, { answers, keys })
  return newAnswers === answers ? checkedAnswers : check(newAnswers)
}

type ReadingSettings = Pick<ConfiguredQuestion['settings'], 'readsEmbedded' | 'hiddenText'>

const withReadingSettings = (
  question: ConfiguredQuestion,
  readingSettings: ReadingSettings,
): ConfiguredQuestion => ({
  ...question,
  settings: { ...question.settings, ...readingSettings },
})

function createIndexer(openIndexes: Map<string, SearchableDocument>): EnsureIndexed {
  return async (index, { isLost = false } = {}) => {
    if (openIndexes.has(index.collection) && !isLost) return
    await index.index({ isLost })
    openIndexes.set(index.collection, index)
  }
}

/** Settings of the workflow, with those of the exported project as defaults. */
function resolveSettings({ tool, settings }: ToolRun) {
  const { tool_settings } = tool.metadata
  const isOn = (workflowValue: unknown, exportedValue: boolean) =>
    (workflowValue ?? exportedValue) === true
  const isChallenged = isOn(settings.enable_challenge, tool_settings.enable_challenge)
  const readsEmbedded = isOn(settings.enable_embedded_data, tool_settings.enable_embedded_data)
  const hiddenTextPolicy = HiddenTextPolicy.safeParse(settings.hidden_text_policy)
  const hiddenText = toHiddenTextSetting(
    hiddenTextPolicy.success ? hiddenTextPolicy.data : tool_settings.hidden_text_policy,
  )
  const readingSettings: ReadingSettings = {
    ...omitUndefined({ readsEmbedded: readsEmbedded || undefined }),
    ...hiddenText,
  }
  const chosenId = settings.challenge_llm_adapter_id
  const isChosen = typeof chosenId === 'string' && chosenId !== ''
  const challengerId = isChosen ? chosenId : tool_settings.challenge_llm
  return {
    readingSettings,
    isSinglePass: isOn(
      settings.single_pass_extraction_mode,
      tool_settings.enable_single_pass_extraction,
    ),
    isSummarized: isOn(settings.summarize_as_source, tool_settings.summarize_as_source),
    challengerId: isChallenged ? challengerId : undefined,
  }
}

const createSummarizer =
  (ctx: AnsweringDependencies, tenant: Tenant, { tool }: ToolRun, calls: CallContext) =>
  async (loadedText: LoadedText): Promise<string | undefined> => {
    const { tool_settings, outputs } = tool.metadata
    const { summarize_llm, llm, summarize_prompt: prompt } = tool_settings
    const llmIds = [
      ...(summarize_llm ? [summarize_llm] : []),
      llm,
      ...outputs.map((output) => output.llm),
    ]
    const llmId = await findSummarizer(ctx, tenant, [...new Set(llmIds)])
    if (llmId === undefined) return undefined
    const keys = outputs.map(({ name }) => name)
    return summarizeDocument(ctx, tenant, loadedText, { llmId, prompt, keys, calls })
  }
