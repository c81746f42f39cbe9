import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import type { PresentedAnswer } from './answer-question.ts'
import type { AnsweringNeeds, AnswerSettings, NamedDocument } from './answer-settings.ts'
import { openClock } from './open-clock.ts'
import { readText } from './read-text.ts'

type Input = {
  /** Of the value in the result. */
  readonly key: string
  readonly document: NamedDocument
  readonly settings: AnswerSettings
  readonly calls: CallContext
}

/** Letters: a result is kept in one row, and sent in one reply. */
const mostLetters = 5_000_000

/** The whole text of a document as its value. It stands nowhere else than everywhere, so it has no place. */
export async function transcribeDocument(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { key, document, settings: { textExtractorId }, calls }: Input,
): Promise<PresentedAnswer> {
  const clock = openClock()
  const read = await clock.time('text_extraction', () =>
    readText(ctx, tenant, { document, textExtractorId, calls, isKept: true }),
  )
  const text = await read.text.wholeText()
  if (text.length > mostLetters) {
    throw badRequest(`The text of “${document.name}” is longer than ${mostLetters} letters.`)
  }
  const question = { key, prompt: '', type: 'text' as const }
  return {
    ...{ key, question, value: text, evidence: null, context: [], metrics: clock.metrics() },
    document: { text: read.text, textHash: await read.text.textHash() },
  }
}
