import type { DocumentText } from '@recto/document-text/model'
import { type Answer, isListType, type Question } from '@recto/provider-spec/answer'
import type { Llm } from '@recto/provider-spec/llm'
import { answerList, type ListQuestion } from './ask/answer-list.ts'
import { answerQuestion } from './ask/answer-question.ts'
import type { Instructions } from './ask/assemble-prompt.ts'
import { createDocumentWork, wholeText } from './ask/document-work.ts'
import { createListWork } from './ask/list-work.ts'
import type { AskModel, CallRecord } from './ask/llm-call.ts'

/** Thrown when a question cannot be answered; the cause is the error of the model's adapter. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError'
  /** Key of the question; `undefined` when the adapter answers all questions at once. */
  readonly key: string | undefined

  constructor(key: string | undefined, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(key === undefined ? reason : `${key}: ${reason}`, { cause })
    this.key = key
  }
}

/**
 * Model that answers. An opened `Llm` can be passed as it is; a caller that retries, counts or
 * stores calls passes an object whose functions do so.
 */
type ExtractionLlm = Pick<Llm, 'model' | 'answer'> & {
  readonly complete?: AskModel
  readonly contextWindow?: number | undefined
}

type ExtractAnswersInput = {
  readonly document: DocumentText
  /** Each question with the passages to answer it from; without them, the whole text is used. */
  readonly questions: readonly (Question & { readonly context?: readonly string[] })[]
  readonly instructions: Instructions
  readonly llm: ExtractionLlm
}

export type ExtractedAnswer = Answer & {
  /** Texts from which the value was taken. */
  readonly context: readonly string[]
  /** Absent when the adapter answers without prompts. */
  readonly calls?: readonly CallRecord[]
}

/**
 * Answers the questions about a document in their order: by the adapter's own `answer` if it has
 * one, otherwise prompt by prompt. The questions are answered sequentially, so that the calls of a
 * repeated run have the same order. A list is read from the whole document. Throws `ExtractionError` for the first
 * question that fails.
 */
export async function extractAnswers(
  input: ExtractAnswersInput,
): Promise<readonly ExtractedAnswer[]> {
  const { document, questions, instructions, llm } = input
  if (llm.answer) {
    const answers = await llm.answer(document, questions).catch((cause: unknown) => {
      throw new ExtractionError(undefined, cause)
    })
    const context = [wholeText(document)]
    return answers.map((answer) => ({ ...answer, context }))
  }
  // The text is laid out once, and only when a question has no passages.
  const whole = questions.every(({ context }) => context) ? [] : [wholeText(document)]
  const askModel = llm.complete ?? rejectPrompts(llm)
  const work = createDocumentWork(document)
  const listWork = createListWork(document)
  const extractedAnswers: ExtractedAnswer[] = []
  for (const { context = whole, ...question } of questions) {
    const shared = { instructions, askModel }
    const pendingAnswer = isListQuestion(question)
      ? answerList({ ...shared, question, work: listWork, contextWindow: llm.contextWindow ?? 0 })
      : answerQuestion({ ...shared, question, work, context })
    const answer = await pendingAnswer.catch((cause: unknown) => {
      throw new ExtractionError(question.key, cause)
    })
    extractedAnswers.push({ ...answer, context })
  }
  return extractedAnswers
}

const isListQuestion = (question: Question): question is ListQuestion => isListType(question.type)

function rejectPrompts({ model }: ExtractionLlm): AskModel {
  return () => Promise.reject(new Error(`${model} cannot complete a prompt.`))
}
