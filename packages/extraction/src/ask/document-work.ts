import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import type { Answer, FieldType, Question } from '@recto/provider-spec/answer'
import { alignValue } from '../align/align-value.ts'
import { confidenceOf } from '../confidence/confidence-of.ts'
import { judgeAligned } from '../confidence/judge-aligned.ts'
import { spokenKey } from '../values/fold.ts'
import { convertAnswer } from './convert-answer.ts'
import { writingOf } from './writing-of.ts'

/** What a model said to a question. */
export type SaidToQuestion = {
  readonly question: Question
  readonly text: string
  /** The model was asked to restate what it had said. */
  readonly isRestated?: boolean
}

export type Understood = Pick<Answer, 'value' | 'evidence' | 'confidence'>

/** What is computed over one document to answer questions; a caller may do it in another thread. */
export type DocumentWork = {
  wholeText(): Promise<string>
  /** Nothing when what was said is not of the question's type and has to be restated. */
  understand(said: SaidToQuestion): Promise<Understood | undefined>
}

/** The same in the caller's thread. */
export function workOn(document: DocumentText): DocumentWork {
  return {
    wholeText: async () => wholeText(document),
    understand: async (said) => understand(document, said),
  }
}

const wholeTexts = new WeakMap<DocumentText, string>()

/** The text as on a typewriter, laid out once for each document. */
export function wholeText(document: DocumentText): string {
  const text = wholeTexts.get(document) ?? layoutText(document).text
  wholeTexts.set(document, text)
  return text
}

/** The value that was said and where it stands. Null when even the restated one is not of the type. */
export function understand(
  document: DocumentText,
  { question, text, isRestated = false }: SaidToQuestion,
): Understood | undefined {
  const { key, prompt, type } = question
  const value = convertAnswer(text, type, isRestated ? {} : writingOf(document))
  const isFinal = isRestated || type === 'text' || type === 'json' || text.trim() === ''
  if (value === undefined && !isFinal) return undefined
  const near = `${spokenKey(key)} ${prompt}`
  return judged(document, type, {
    value: value ?? null,
    evidence: alignValue(document, value ?? null, type, { near }),
  })
}

/** With how sure it is, where the document supports it. */
function judged(
  document: DocumentText,
  type: FieldType,
  answer: Pick<Answer, 'value' | 'evidence'>,
): Understood {
  const confidence = confidenceOf(answer, judgeAligned(document, type))
  return confidence ? { ...answer, confidence } : answer
}
