import { isAnyNumber } from '@recto/exact-json/exact-number'
import type { Json, Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { readValues, unwrapValue } from '../values/read-values.ts'
import type { PlainType } from './convert-answer.ts'

type AnswerText = { readonly text: string; readonly isRestated?: boolean }

/** Converts a JSON value to the answer that a model would give to this question alone. */
export function toAnswerText(
  { type }: Pick<Question, 'type'>,
  value: Exclude<Json, null>,
): AnswerText {
  const plainValue = type === 'json' ? undefined : toPlainValue(value)
  if (plainValue !== undefined) return toAnswerText({ type }, plainValue)
  if (typeof value === 'string') return { text: value }
  if (typeof value === 'boolean') {
    if (type !== 'boolean') return { text: String(value) }
    return { text: value ? 'yes' : 'no' }
  }
  // JSON numbers have one notation, whatever the document's is.
  if (isAnyNumber(value)) return { text: String(value), isRestated: type === 'number' }
  return { text: JSON.stringify(value) }
}

/** The scalar in a wrapper, for questions whose value is never an object or a list. */
function toPlainValue(value: Exclude<Json, null>): Exclude<Json, null> | undefined {
  const content = Array.isArray(value) && value.length === 1 ? value[0] : unwrapValue(value)
  return content === null ? 'NA' : content
}

const restatedTypes = {
  number: 'number',
  email: 'string',
  date: 'string',
  boolean: 'boolean',
} as const

type RestatedType = keyof typeof restatedTypes

/**
 * Returns the schema of a restated value; `undefined` for texts and JSON values, whose form the
 * prompt describes.
 */
export function createRestatementSchema(type: PlainType): LlmRequest['schema'] {
  if (!(type in restatedTypes)) return undefined
  const value = { type: [restatedTypes[type as RestatedType], 'null'] }
  const json = { properties: { value }, required: ['value'], additionalProperties: false }
  return { name: 'answer', json: { type: 'object', ...json } }
}

/**
 * Reads a restated value from JSON, or takes the reply as it is when the model does not support
 * schemas.
 */
export function readRestatedAnswer(question: Pick<Question, 'type'>, text: string): string {
  const value = readValues({ text, isCut: false }, ['value']).get('value')
  if (value === undefined) return text
  return value === null ? 'NA' : toAnswerText(question, value).text
}
