import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import { type Answer, type FieldType, isListType, type Question } from '@recto/provider-spec/answer'
import { alignValue } from '../align/align-value.ts'
import { confidenceOf } from '../confidence/confidence-of.ts'
import { judgeAligned } from '../confidence/judge-aligned.ts'
import { spokenKey } from '../values/fold.ts'
import { madeUp } from '../values/made-up.ts'
import { cutOff } from '../values/parse-json.ts'
import { convertAnswer } from './convert-answer.ts'
import { writingOf } from './writing-of.ts'

/** What a model said to a question. */
export type SaidToQuestion = {
  readonly question: Question
  readonly text: string
  /** The model was asked to restate what it had said. */
  readonly isRestated?: boolean
}

export type Understood = Pick<Answer, 'value' | 'evidence' | 'confidence' | 'explanation'>

/** What is computed over one document to answer questions; a caller may do it in another thread. */
export type DocumentWork = {
  wholeText(): Promise<string>
  /** What the function of that name does. */
  understand(said: SaidToQuestion): Promise<Understood | 'cut' | undefined>
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

/**
 * The value that was said and where it stands; nothing when it is not of the type and has to be said
 * again, and `cut` when it is JSON that has to be gone on with.
 */
export function understand(
  document: DocumentText,
  { question, text, isRestated = false }: SaidToQuestion,
): Understood | 'cut' | undefined {
  const { key, prompt, type } = question
  if (isListType(type)) throw new RangeError('A list is read row by row.')
  const isNothing = type === 'json' ? text.trim() === madeUp : text.includes(madeUp)
  if (isNothing) return nothingBecauseMadeUp
  const value = convertAnswer(text, type, isRestated ? {} : writingOf(document))
  if (value === cutOff) return 'cut'
  if (value === undefined) return undefined
  const near = `${spokenKey(key)} ${prompt}`
  return judged(document, type, {
    value,
    evidence: alignValue(document, value, type, { near }),
  })
}

/** What a model has made up is no value, whatever it says beside. */
const nothingBecauseMadeUp: Understood = {
  value: null,
  evidence: null,
  explanation: { missing: { kind: 'made-up-placeholder' } },
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
