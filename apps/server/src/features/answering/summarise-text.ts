import { summarise } from '@recto/extraction/summarise'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds } from './answer-settings.ts'
import type { ReadText } from './read-text.ts'

/** Of those language models; none where all fields are answered without one, which read the document itself. */
export async function firstThatSummarises(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  llmIds: readonly string[],
): Promise<string | undefined> {
  for (const id of llmIds) if ((await openLlm(ctx, tenant, id)).llm.complete) return id
  return undefined
}

type Wanted = {
  readonly llmId: string
  /** What is asked for; the usual when it is empty. */
  readonly prompt: string
  /** The keys of the prompts that will be answered from it. */
  readonly keys: readonly string[]
  readonly calls: CallContext
}

/** A summary of a text that was read. Every call is a step of its own. */
export async function summariseText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { text, extractorKey }: ReadText,
  { llmId, prompt, keys, calls }: Wanted,
): Promise<string> {
  const opened = await openLlm(ctx, tenant, llmId)
  if (!opened.llm.complete) throw badRequest(`“${opened.name}” cannot summarise a document.`)
  return summarise({
    text: await text.wholeText(),
    prompt,
    keys,
    contextWindow: opened.llm.contextWindow,
    askModel: ({ step, ...request }) =>
      callModel(tenant, calls, {
        ...{ opened, request, reason: 'summarize', isProse: true },
        // One for each text, of which there may be several in a run.
        step: `${step}@${extractorKey}`,
      }),
  })
}
