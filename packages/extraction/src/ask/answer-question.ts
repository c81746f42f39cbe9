import type { DocumentText } from '@recto/document-text/model'
import type { Answer, FieldType, Json, Question } from '@recto/provider-spec/answer'
import { alignValue } from '../align/align-value.ts'
import { spokenKey } from '../values/fold.ts'
import { assemblePrompt, type Instructions } from './assemble-prompt.ts'
import { convertAnswer, normalisingPrompt, type Writing } from './convert-answer.ts'
import type { AskModel, CallRecord, LlmCall } from './llm-call.ts'
import { writingOf } from './writing-of.ts'

type ModelAnswer = Answer & { readonly calls: readonly CallRecord[] }

type QuestionInput = {
  readonly document: DocumentText
  readonly question: Question
  readonly instructions: Instructions
  /** The texts that the model is given to answer from. */
  readonly context: readonly string[]
  readonly askModel: AskModel
}

/**
 * Asks a model one question on a document and converts its answer to the wanted type. A second call
 * is made only when the first answer cannot be understood. Rejects only when `askModel` does.
 */
export async function answerQuestion(input: QuestionInput): Promise<ModelAnswer> {
  const { document, question, instructions, context } = input
  const calls: CallRecord[] = []
  const ask = async (purpose: LlmCall['purpose'], prompt: string): Promise<string> => {
    const step = `${question.key}/${purpose}`
    const reply = await input.askModel({ purpose, step, prompt })
    calls.push({ purpose, step, prompt, reply })
    return reply.text
  }

  const text = await ask('answer', assemblePrompt(question, instructions, context))
  const value = await typedValue(text, question.type, writingOf(document), (prompt) =>
    ask('normalise', prompt),
  )
  const near = `${spokenKey(question.key)} ${question.prompt}`
  const evidence = alignValue(document, value, question.type, { near })
  return { key: question.key, value, evidence, calls }
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
