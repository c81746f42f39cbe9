import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import type { Answer, FieldType, Json, Question } from '@recto/provider-spec/answer'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { alignValue } from '../align/align-value.ts'
import { spokenKey } from '../values/fold.ts'
import { assemblePrompt, type Instructions } from './assemble-prompt.ts'
import { convertAnswer, normalisingPrompt, type Writing } from './convert-answer.ts'
import { writingOf } from './writing-of.ts'

/** One call of a model, named so that the caller can make it a durable step. */
export type ModelCall = LlmRequest & {
  readonly purpose: 'answer' | 'normalise'
  /** Stable and unique within a document: `total/answer`, `total/normalise`. */
  readonly step: string
}

export type Complete = (call: ModelCall) => Promise<LlmReply>

export type CallRecord = Pick<ModelCall, 'purpose' | 'step' | 'prompt'> & {
  readonly reply: LlmReply
}

export type PromptAnswer = {
  readonly answer: Answer
  /** The texts that the model was given to answer from. */
  readonly context: readonly string[]
  readonly calls: readonly CallRecord[]
}

export type PromptInput = {
  readonly document: DocumentText
  readonly question: Question
  readonly instructions: Instructions
  /** Retrieved chunks. Absent: the whole layout text. */
  readonly context?: readonly string[]
  readonly complete: Complete
}

/**
 * Asks a model one question on a document and converts its answer to the wanted type. A second call
 * is made only when the first answer cannot be understood. Rejects only when `complete` does.
 */
export async function answerPrompt(input: PromptInput): Promise<PromptAnswer> {
  const { document, question, instructions } = input
  const context = input.context ?? [layoutText(document).text]
  const calls: CallRecord[] = []
  const ask = async (purpose: ModelCall['purpose'], prompt: string): Promise<string> => {
    const step = `${question.key}/${purpose}`
    const reply = await input.complete({ purpose, step, prompt })
    calls.push({ purpose, step, prompt, reply })
    return reply.text
  }

  const text = await ask('answer', assemblePrompt(question, instructions, context))
  const value = await typedValue(text, question.type, writingOf(document), (prompt) =>
    ask('normalise', prompt),
  )
  const near = `${spokenKey(question.key)} ${question.prompt}`
  const evidence = alignValue(document, value, question.type, { near })
  return { answer: { key: question.key, value, evidence }, context, calls }
}

/** Null when even the restated answer is not of the type. */
async function typedValue(
  text: string,
  type: FieldType,
  writing: Writing,
  restate: (prompt: string) => Promise<string>,
): Promise<Json> {
  const value = convertAnswer(text, type, writing)
  if (value !== undefined || type === 'text' || type === 'json') return value ?? null
  if (text.trim() === '') return null
  const restated = await restate(normalisingPrompt(text, type))
  return convertAnswer(restated, type) ?? null
}
