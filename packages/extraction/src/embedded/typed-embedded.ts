import type { EmbeddedValue } from '@recto/document-text/embedded'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { sameValue } from '../values/same-value.ts'

/** The value as the type of the question wants it; nothing where it is none of that type. */
export function typedEmbedded(
  { kind, value }: EmbeddedValue,
  type: FieldType,
): Exclude<Json, null> | undefined {
  switch (type) {
    case 'text':
      return value
    case 'number':
      return kind === 'number' ? Number(value) : undefined
    case 'date':
      return kind === 'date' ? value : undefined
    case 'email':
      return value.includes('@') ? value : undefined
    default:
      return undefined
  }
}

/** Whether two values say the same, also where one is written in groups, such as an account. */
export function saysSame(type: FieldType, one: Json, other: Json): boolean {
  if (one === null || other === null) return one === other
  const [a, b] = [String(one), String(other)]
  return sameValue(type, a, b) || (type === 'text' && lettersOf(a) === lettersOf(b))
}

const lettersOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
