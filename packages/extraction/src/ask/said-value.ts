import type { Json, Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { readValues } from '../values/read-values.ts'
import type { PlainType } from './convert-answer.ts'

type Said = { readonly text: string; readonly isRestated?: boolean }

/** Converts a JSON value to the answer that a model would give to this question alone. */
export function saidValue({ type }: Pick<Question, 'type'>, value: Exclude<Json, null>): Said {
  if (typeof value === 'string') return { text: value }
  if (typeof value === 'boolean') {
    if (type !== 'boolean') return { text: String(value) }
    return { text: value ? 'yes' : 'no' }
  }
  // JSON numbers have one notation, whatever the document's is.
  if (typeof value === 'number') return { text: String(value), isRestated: type === 'number' }
  return { text: JSON.stringify(value) }
}

const types = { number: 'number', email: 'string', date: 'string', boolean: 'boolean' } as const

type Scalar = keyof typeof types

/** The form of a value that is restated; a JSON value has whatever form its prompt asks for. */
export function schemaOfRestated(type: PlainType): LlmRequest['schema'] {
  if (!(type in types)) return undefined
  const value = { type: [types[type as Scalar], 'null'] }
  const json = { properties: { value }, required: ['value'], additionalProperties: false }
  return { name: 'answer', json: { type: 'object', ...json } }
}

/** What was restated, in that form or in plain words, where a model knows no forms. */
export function restatedText(question: Pick<Question, 'type'>, text: string): string {
  const value = readValues({ text, isCut: false }, ['value']).get('value')
  if (value === undefined) return text
  return value === null ? 'NA' : saidValue(question, value).text
}
