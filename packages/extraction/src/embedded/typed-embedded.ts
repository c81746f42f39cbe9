import type { EmbeddedValue } from '@recto/document-text/embedded'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { sameValue } from '../values/same-value.ts'

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

/** The value as the type of the question wants it; nothing where it is none of that type. */
export const typedEmbedded = (value: EmbeddedValue, type: FieldType): Scalar | undefined =>
  readers[type]?.(value)

/** What somebody has written into a form: nothing where it can be read in two ways. */
function numberIn(text: string): number | undefined {
  const [found, ...others] = findNumbers(text)
  const isAll = found && others.length === 0 && found.otherwise === undefined && !found.isPercent
  const behind = text.length - 1 - lastDigit(text)
  // A currency may stand behind the number, and nothing but signs before it.
  return isAll && behind <= 4 && !/\p{L}/u.test(text.slice(0, lastDigit(text)))
    ? found.value
    : undefined
}

const lastDigit = (text: string) => text.length - 1 - text.split('').reverse().join('').search(/\d/)

function dayIn(text: string): string | undefined {
  const [found, ...others] = findDates(text)
  return found && others.length === 0 && found.otherwise === undefined ? found.iso : undefined
}

/** Whether two values say the same, also where one is written in groups, such as an account. */
export function saysSame(type: FieldType, one: Json, other: Json): boolean {
  if (one === null || other === null) return one === other
  const [a, b] = [String(one), String(other)]
  return sameValue(type, a, b) || (type === 'text' && lettersOf(a) === lettersOf(b))
}

const lettersOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
