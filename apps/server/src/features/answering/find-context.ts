import type { Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import { type Fitted, fitContext } from './fit-context.ts'
import { type OpenedDocument, sourceOf } from './opened-document.ts'
import { retrieveContext } from './retrieve-context.ts'
import { estimateTokens } from './text/estimate-tokens.ts'

/** What a question is answered from, as far as the model has room for it; of an empty document nothing. */
export async function findContext(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  question: Question,
): Promise<Fitted> {
  const { text, passages, llm, settings, source } = document
  const { isEmpty, tokens } = await text.measure()
  if (isEmpty) return { texts: [], omitted: 0 }
  const { instructions } = settings
  if (!passages) {
    const size = source === undefined ? tokens : estimateTokens(source)
    const given = await sourceOf(document)
    // What is replayed was found in the chunks of then, and is asked of nobody.
    if (calls.isReplay) return { texts: [given], omitted: 0 }
    const whole = [{ text: given, tokens: size }]
    return fitContext({ question, instructions, found: whole, llm, isChosen: false })
  }
  const chunks = await retrieveContext(tenant, calls, { question, passages, llm, settings })
  const found = chunks.map((chunk) => ({ text: chunk, tokens: estimateTokens(chunk) }))
  return fitContext({ question, instructions, found, llm, isChosen: true })
}
