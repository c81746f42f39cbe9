import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type AnsweringDependencies,
  classifyDocument,
  type PresentedAnswer,
  transcribeDocument,
} from '../../answering/answering.port.ts'
import { toHiddenTextSetting } from '../../prompt-studio/prompt-studio.port.ts'
import { createUsageTally, presentUsageByModel, sumUsage } from '../../usage/usage.port.ts'
import { presentToolResult } from '../present-tool-result.ts'
import type { BuiltInToolId } from '../tool.ts'
import { toSinglePassSettings } from '../tool-metadata.ts'
import type { ToolRun, ToolRunResult } from '../tool-run.ts'
import { outputFields, parseCategories } from './built-in-tools.ts'

function buildAnswerSettings({ tool: { metadata } }: ToolRun) {
  const hiddenText = toHiddenTextSetting(metadata.tool_settings.hidden_text_policy)
  return { ...toSinglePassSettings(metadata), ...hiddenText }
}

/**
 * Runs a built-in tool on one document; the result has the same shape as that of an exported tool.
 */
export async function runBuiltInTool(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { toolRun, id }: { readonly toolRun: ToolRun; readonly id: BuiltInToolId },
): Promise<ToolRunResult> {
  const { tool, settings, document, customData: _, ...callContext } = toolRun
  const { llm, x2text_adapter: extractor } = tool.metadata.tool_settings
  if (extractor === '') throw badRequest(`The tool “${tool.name}” has no text extractor.`)
  if (id === 'classify' && llm === '') throw badRequest(`The tool “${tool.name}” has no LLM.`)
  const tally = callContext.isFirstRun ? createUsageTally() : undefined
  const calls = { ...callContext, tally }
  const input = { key: outputFields[id], document, settings: buildAnswerSettings(toolRun), calls }
  const answer: PresentedAnswer =
    id === 'classify'
      ? await classifyDocument(ctx, tenant, { ...input, categories: parseCategories(settings) })
      : await transcribeDocument(ctx, tenant, input)
  const usageSums = tally?.sums() ?? (await sumUsage(tenant, [calls.runId]))
  const usage = presentUsageByModel(usageSums)
  const { runId } = calls
  return {
    result: presentToolResult({
      tool,
      settings,
      answers: [answer],
      checks: [],
      lookups: new Map(),
      failedQuestions: [],
      usage,
      document,
      runId,
      calibration: undefined,
    }),
    error: null,
    pages: answer.document.text.pages.length,
    usage: usageSums,
  }
}
