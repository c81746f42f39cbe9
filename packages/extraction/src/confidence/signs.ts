import type { Evidence, FieldType } from '@recto/provider-spec/answer'
import { wordsUnder } from '../align/passage.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails } from '../values/shapes.ts'

/** What speaks for a value, or against it; most are 0 or 1. */
export type SignName =
  /** The value is concluded, or written otherwise in the document. */
  | 'inferred'
  | 'normalised'
  /** How unsure the least sure of its words is, as the OCR engine says; native text is sure. */
  | 'unsureLetters'
  /** How many of its letters an OCR engine read, as a logarithm: each may be wrong though the engine is sure of it. */
  | 'readLetters'
  /** How plainly a label says that the value is what is asked for, 0 to 1. */
  | 'label'
  /** No label says so. */
  | 'unlabelled'
  /** Another number, or another day, stands nearer to the words of the question. */
  | 'outdone'
  /** The logarithm of how many places say the value. */
  | 'places'
  /** A number or a day that can be read in two ways, and nothing in the document tells which is meant. */
  | 'ambiguous'
  /** A day of another century, an address that is none. */
  | 'implausible'
  /** The sum or the difference of other amounts of the document. */
  | 'addsUp'

export type Signs = Readonly<Partial<Record<SignName, number>>>

/** How much each sign moves the logarithm of the odds that a value is right. */
export type SurenessTable = { readonly bias: number; readonly weights: Signs }

export type JudgedScalar = string | number | boolean

/** What the words under a value tell. */
export function signsOfWords(evidence: readonly Evidence[]): Signs {
  const words = evidence.flatMap((one) => wordsUnder(one).flat())
  const read = words.reduce(
    (sum, { origin, text }) => sum + (origin === 'ocr' ? text.length : 0),
    0,
  )
  const surest = words.reduce((least, { confidence }) => Math.min(least, confidence), 1)
  const has = (match: Evidence['match']) => (evidence.some((one) => one.match === match) ? 1 : 0)
  const inferred = Math.max(has('inferred'), has('derived'))
  return {
    ...{ inferred, normalised: has('normalised'), unsureLetters: 1 - surest },
    readLetters: Math.log1p(read),
  }
}

type Read = {
  readonly value: JudgedScalar
  readonly type: FieldType
  readonly quote: string
  /** Whether the document proves how it writes numbers and days. */
  readonly knowsMark: boolean
  readonly knowsOrder: boolean
}

/** What the value itself tells. */
export function signsOfValue(read: Read): Signs {
  const { value, type } = read
  if (typeof value === 'number') return signsOfNumber(read)
  if (typeof value !== 'string') return {}
  if (type === 'date' || isDay(value)) return signsOfDay(value, read)
  return { implausible: type === 'email' && !isEmail(value) ? 1 : 0 }
}

function signsOfNumber({ quote, knowsMark }: Read): Signs {
  const [found] = findNumbers(quote)
  return { ambiguous: !knowsMark && found?.otherwise !== undefined ? 1 : 0 }
}

function signsOfDay(day: string, { quote, knowsOrder }: Read): Signs {
  const [found] = findDates(quote)
  return {
    ambiguous: !knowsOrder && found?.otherwise !== undefined ? 1 : 0,
    implausible: isOfOurTime(day) ? 0 : 1,
  }
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)

/** By the calendar alone and not by today's date, so that the same value is judged the same again. */
function isOfOurTime(day: string): boolean {
  const year = Number(/^\d{4}/.exec(day)?.[0] ?? Number.NaN)
  return year >= 1950 && year < 2100
}

function isEmail(value: string): boolean {
  const [found] = findEmails(value)
  return found?.start === 0 && found.end === value.trim().length
}
