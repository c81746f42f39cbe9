import type { EmbeddedValue } from '@recto/document-text/embedded'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { isSameValue } from '../values/same-value.ts'

type Scalar = string | number | boolean
type Read = (value: EmbeddedValue) => Scalar | undefined

const readers: Readonly<Partial<Record<FieldType, Read>>> = {
  text: ({ shown, value }) => shown ?? value,
  number({ kind, value }) {
    if (kind === 'number') return Number(value)
    return kind === 'text' ? numberIn(value) : undefined
  },
  date({ kind, value }) {
    if (kind === 'date') return value
    return kind === 'text' ? dayIn(value) : undefined
  },
  boolean: ({ kind, value }) => (kind === 'boolean' ? value === 'true' : undefined),
  email: ({ value }) => (value.includes('@') ? value : undefined),
}

/** Converts the value to the question's type; `undefined` when it does not fit. */
export const typedEmbedded = (value: EmbeddedValue, type: FieldType): Scalar | undefined =>
  readers[type]?.(value)

/** Reads a number that a person entered in a form; `undefined` when it is ambiguous. */
function numberIn(text: string): number | undefined {
  const [found, ...others] = findNumbers(text)
  const isAll = found && others.length === 0 && found.alternative === undefined && !found.isPercent
  const behind = text.length - 1 - lastDigit(text)
  // A currency may follow the number; only signs may precede it.
  return isAll && behind <= 4 && !/\p{L}/u.test(text.slice(0, lastDigit(text)))
    ? found.value
    : undefined
}

const lastDigit = (text: string) => text.length - 1 - text.split('').reverse().join('').search(/\d/)

function dayIn(text: string): string | undefined {
  const [found, ...others] = findDates(text)
  return found && others.length === 0 && found.alternativeIso === undefined ? found.iso : undefined
}

/** Whether two values are the same; grouping, as in an account number, is ignored. */
export function saysSame(type: FieldType, one: Json, other: Json): boolean {
  if (one === null || other === null) return one === other
  const a = String(one)
  const b = String(other)
  return isSameValue(type, a, b) || (type === 'text' && lettersOf(a) === lettersOf(b))
}

const lettersOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
