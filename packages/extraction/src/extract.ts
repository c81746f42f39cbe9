import type { DocumentText } from '@recto/document-text/model'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Llm } from '@recto/provider-spec/llm'
import { answerQuestion } from './ask/answer-question.ts'
import type { Instructions } from './ask/assemble-prompt.ts'
import { wholeText, workOn } from './ask/document-work.ts'
import type { AskModel, CallRecord } from './ask/llm-call.ts'

/** A question that could not be answered. The cause is what the model's adapter threw. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError'
  /** The key of the question; `undefined` when the adapter answers all of them at once. */
  readonly key: string | undefined

  constructor(key: string | undefined, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(key === undefined ? reason : `${key}: ${reason}`, { cause })
    this.key = key
  }
}

/**
 * The model that is asked. An opened `Llm` fits as it is; a caller who repeats, counts or stores
 * calls passes one whose functions do so.
 */
type ExtractionLlm = Pick<Llm, 'model' | 'answer'> & { readonly complete?: AskModel }

type ExtractInput = {
  readonly document: DocumentText
  /** With the passages that each is answered from. Without them that is the whole text. */
  readonly questions: readonly (Question & { readonly context?: readonly string[] })[]
  readonly instructions: Instructions
  readonly llm: ExtractionLlm
}

export type Extracted = Answer & {
  /** The texts that the value was taken from. */
  readonly context: readonly string[]
  /** Absent when the adapter answers without prompts. */
  readonly calls?: readonly CallRecord[]
}

/**
 * Answers the questions on a document, in their order: by the adapter's own `answer` where it has
 * one, else prompt by prompt. One question follows the other, so that the calls of a repeated run
 * come in the same order. Throws `ExtractionError` for the first question that fails.
 */
export async function extract(input: ExtractInput): Promise<readonly Extracted[]> {
  const { document, questions, instructions, llm } = input
  if (llm.answer) {
    const answers = await llm.answer(document, questions).catch((cause: unknown) => {
      throw new ExtractionError(undefined, cause)
    })
    const context = [wholeText(document)]
    return answers.map((answer) => ({ ...answer, context }))
  }
  // Laid out once, and only when a question comes without passages.
  const whole = questions.every(({ context }) => context) ? [] : [wholeText(document)]
  const askModel = llm.complete ?? cannotComplete(llm)
  const work = workOn(document)
  const extracted: Extracted[] = []
  for (const { context = whole, ...question } of questions) {
    const given = { work, question, instructions, context, askModel }
    const answer = await answerQuestion(given).catch((cause: unknown) => {
      throw new ExtractionError(question.key, cause)
    })
    extracted.push({ ...answer, context })
  }
  return extracted
}

function cannotComplete({ model }: ExtractionLlm): AskModel {
  return () => Promise.reject(new Error(`${model} cannot complete a prompt.`))
}
