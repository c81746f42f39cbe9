import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import type { PresentedAnswer } from './answer-question.ts'
import type { AnsweringDependencies, AnswerSettings, HashedDocument } from './answer-settings.ts'
import { loadDocumentText } from './reading/load-document-text.ts'
import { createTimer } from './timer.ts'

type TranscriptionInput = {
  /** Key of the value in the result. */
  readonly key: string
  readonly document: HashedDocument
  readonly settings: AnswerSettings
  readonly calls: CallContext
}

/** Maximum length: a result is stored in one row and sent in one reply. */
const maxTextLength = 5_000_000

/** Returns the whole text of a document as its value, without evidence. */
export async function transcribeDocument(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { key, document, settings: { textExtractorId }, calls }: TranscriptionInput,
): Promise<PresentedAnswer> {
  const timer = createTimer()
  const loadedText = await timer.time('text_extraction', () =>
    loadDocumentText(ctx, tenant, { document, textExtractorId, calls, keepsText: true }),
  )
  const text = await loadedText.text.wholeText()
  if (text.length > maxTextLength) {
    throw badRequest(`The text of “${document.name}” is longer than ${maxTextLength} characters.`)
  }
  const question = { key, prompt: '', type: 'text' as const }
  return {
    key,
    question,
    value: text,
    evidence: null,
    context: [],
    metrics: timer.metrics(),
    document: { text: loadedText.text, textHash: await loadedText.text.textHash() },
  }
}
