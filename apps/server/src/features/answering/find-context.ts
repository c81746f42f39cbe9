import type { Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import { type Fitted, fitContext } from './fit-context.ts'
import type { OpenedDocument } from './opened-document.ts'
import { retrieveContext } from './retrieve-context.ts'
import { estimateTokens } from './text/estimate-tokens.ts'

/** What a question is answered from, as far as the model has room for it; of an empty document nothing. */
export async function findContext(
  tenant: Tenant,
  calls: CallContext,
  { text, passages, llm, settings }: OpenedDocument,
  question: Question,
): Promise<Fitted> {
  const { isEmpty, tokens } = await text.measure()
  if (isEmpty) return { texts: [], omitted: 0 }
  const { instructions } = settings
  if (!passages) {
    const whole = [{ text: await text.wholeText(), tokens }]
    return fitContext({ question, instructions, found: whole, llm, isChosen: false })
  }
  const chunks = await retrieveContext(tenant, calls, { question, passages, llm, settings })
  const found = chunks.map((chunk) => ({ text: chunk, tokens: estimateTokens(chunk) }))
  return fitContext({ question, instructions, found, llm, isChosen: true })
}
