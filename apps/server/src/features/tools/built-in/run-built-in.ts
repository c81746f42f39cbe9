import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type AnsweringNeeds,
  classifyDocument,
  type PresentedAnswer,
  transcribeDocument,
} from '../../answering/answering.port.ts'
import { hiddenTextOf } from '../../prompt-studio/prompt-studio.port.ts'
import { openTally, presentUsageByModel, sumUsage } from '../../usage/usage.port.ts'
import type { BuiltInTool } from '../built-in-names.ts'
import { presentResult } from '../present-result.ts'
import { passSettingsOf } from '../tool-metadata.ts'
import type { RunOfTool, ToolRun } from '../tool-run.ts'
import { binsOf, fieldOf } from './built-in-tools.ts'

function settingsOf({ tool: { metadata } }: ToolRun) {
  const hidden = hiddenTextOf(metadata.tool_settings.hidden_text_policy)
  return { ...passSettingsOf(metadata), ...hidden }
}

/** Runs a tool that needs no project on one document; what it makes has the shape of any tool's. */
export async function runBuiltIn(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { toolRun, id }: { readonly toolRun: ToolRun; readonly id: BuiltInTool },
): Promise<RunOfTool> {
  const { tool, settings, document, customData: _, ...given } = toolRun
  const { llm, x2text_adapter: extractor } = tool.metadata.tool_settings
  if (extractor === '') throw badRequest(`The tool “${tool.name}” has no text extractor.`)
  if (id === 'classify' && llm === '') throw badRequest(`The tool “${tool.name}” has no LLM.`)
  const tally = given.isFirst ? openTally() : undefined
  const calls = { ...given, tally }
  const asked = { key: fieldOf[id], document, settings: settingsOf(toolRun), calls }
  const answer: PresentedAnswer =
    id === 'classify'
      ? await classifyDocument(ctx, tenant, { ...asked, bins: binsOf(settings) })
      : await transcribeDocument(ctx, tenant, asked)
  const used = tally?.sums() ?? (await sumUsage(tenant, [calls.runId]))
  const usage = presentUsageByModel(used)
  const { runId } = calls
  return {
    result: presentResult({
      tool,
      settings,
      answers: [answer],
      checks: [],
      failed: [],
      usage,
      document,
      runId,
      fit: undefined,
    }),
    error: null,
    pages: answer.document.text.pages.length,
    used,
  }
}
