import { summarise } from '@recto/extraction/summarise'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnsweringDependencies } from './answer-settings.ts'
import type { LoadedText } from './reading/load-document-text.ts'

/**
 * Finds the first language model; `undefined` where all fields are answered by adapters that read
 * the document themselves.
 */
export async function findSummarizer(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  llmIds: readonly string[],
): Promise<string | undefined> {
  for (const id of llmIds) if ((await openLlm(ctx, tenant, id)).connection.complete) return id
  return undefined
}

type SummaryRequest = {
  readonly llmId: string
  /** The instruction for the summary; the default when it is empty. */
  readonly prompt: string
  /** Keys of the prompts that will be answered from it. */
  readonly keys: readonly string[]
  readonly calls: CallContext
}

/** Summarizes a text. Every call is a step. */
export async function summarizeDocument(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { text, extractorKey }: LoadedText,
  { llmId, prompt, keys, calls }: SummaryRequest,
): Promise<string> {
  const llm = await openLlm(ctx, tenant, llmId)
  if (!llm.connection.complete) throw badRequest(`“${llm.name}” cannot summarize documents.`)
  return summarise({
    text: await text.wholeText(),
    prompt,
    keys,
    contextWindow: llm.connection.contextWindow,
    askModel: ({ step, ...request }) =>
      callModel(tenant, calls, {
        adapter: llm,
        request,
        reason: 'summarize',
        isProse: true,
        // Unique for each text, of which a run may have several.
        step: `${step}@${extractorKey}`,
      }),
  })
}
