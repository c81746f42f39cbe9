import type { DocumentText } from '@recto/document-text/model'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Llm } from '@recto/provider-spec/llm'
import { answerPrompt, type Complete, type PromptAnswer } from './ask/answer-prompt.ts'
import type { Instructions } from './ask/assemble-prompt.ts'

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

export type ExtractInput = {
  readonly document: DocumentText
  readonly questions: readonly Question[]
  readonly llm: Llm
  readonly instructions: Instructions
  /** Calls the model; the caller makes it durable, counts its tokens and retries it. */
  readonly complete: Complete
  /** The chunks to answer a question from. Absent: the whole text. */
  readonly retrieve?: (question: Question) => Promise<readonly string[]>
  /** Told of each prompt's context and calls; an adapter that answers without prompts has none. */
  readonly onAnswer?: (answer: PromptAnswer) => void
}

/**
 * Answers the questions on a document, in their order: by the adapter's own `answer` where it has
 * one, else prompt by prompt. One question follows the other, so that the calls of a repeated run
 * come in the same order. Throws `ExtractionError` for the first question that fails.
 */
export async function extract(input: ExtractInput): Promise<readonly Answer[]> {
  const { document, questions, llm } = input
  if (llm.answer) {
    return llm.answer(document, questions).catch((cause: unknown) => {
      throw new ExtractionError(undefined, cause)
    })
  }
  const answers: Answer[] = []
  for (const question of questions) {
    const given = await answerOne(input, question).catch((cause: unknown) => {
      throw new ExtractionError(question.key, cause)
    })
    input.onAnswer?.(given)
    answers.push(given.answer)
  }
  return answers
}

async function answerOne(input: ExtractInput, question: Question): Promise<PromptAnswer> {
  const { document, instructions, complete, retrieve } = input
  const context = await retrieve?.(question)
  return answerPrompt({ document, question, instructions, complete, ...(context && { context }) })
}
