import type { EmbeddedValue } from '@recto/document-text/embedded'
import { type AnyNumber, readNumber } from '@recto/exact-json/exact-number'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers, hasSeveralReadings } from '../values/parse-number.ts'
import { isSameValue } from '../values/same-value.ts'

type EmbeddedScalar = string | boolean | AnyNumber
type EmbeddedReader = (value: EmbeddedValue) => EmbeddedScalar | undefined

const readers: Readonly<Partial<Record<FieldType, EmbeddedReader>>> = {
  text: ({ shown: shownText, value }) => shownText ?? value,
  number({ kind, value }) {
    if (kind === 'number') return readNumber(value)
    return kind === 'text' ? readEnteredNumber(value) : undefined
  },
  date({ kind, value }) {
    if (kind === 'date') return value
    return kind === 'text' ? readDay(value) : undefined
  },
  boolean: ({ kind, value }) => (kind === 'boolean' ? value === 'true' : undefined),
  email: ({ value }) => (value.includes('@') ? value : undefined),
}

/** Converts the value to the question's type; `undefined` when it does not fit. */
export const convertEmbedded = (
  value: EmbeddedValue,
  type: FieldType,
): EmbeddedScalar | undefined => readers[type]?.(value)

/** Reads a number that a person entered in a form; `undefined` when it is ambiguous. */
function readEnteredNumber(text: string): AnyNumber | undefined {
  const [number, ...otherNumbers] = findNumbers(text)
  const isAll =
    number && otherNumbers.length === 0 && !hasSeveralReadings(number) && !number.isPercent
  const trailingLength = text.length - 1 - findLastDigit(text)
  // A currency may follow the number; only signs may precede it.
  return isAll && trailingLength <= 4 && !/\p{L}/u.test(text.slice(0, findLastDigit(text)))
    ? number.number
    : undefined
}

const findLastDigit = (text: string) =>
  text.length - 1 - text.split('').reverse().join('').search(/\d/)

function readDay(text: string): string | undefined {
  const [date, ...otherDates] = findDates(text)
  return date && otherDates.length === 0 && date.alternativeIso === undefined ? date.iso : undefined
}

/** Whether two values are the same; grouping, as in an account number, is ignored. */
export function areSameValues(type: FieldType, first: Json, second: Json): boolean {
  if (first === null || second === null) return first === second
  const a = String(first)
  const b = String(second)
  return (
    isSameValue(type, a, b) ||
    (type === 'text' && toComparableLetters(a) === toComparableLetters(b))
  )
}

const toComparableLetters = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
