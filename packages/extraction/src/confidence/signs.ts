import type { Evidence, FieldType } from '@recto/provider-spec/answer'
import { wordsUnder } from '../align/passage.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers } from '../values/parse-number.ts'
import { findEmails } from '../values/shapes.ts'

/** Signals for or against a value; most are 0 or 1. */
export type SignName =
  /** The value is inferred, or has another notation in the document. */
  | 'inferred'
  | 'normalised'
  /** Uncertainty of the word with the lowest OCR confidence; native text has none. */
  | 'unsureLetters'
  /**
   * Logarithm of the number of letters from OCR: each may be wrong although the engine is
   * confident.
   */
  | 'readLetters'
  /** How clearly a label matches the question, 0 to 1. */
  | 'label'
  /** No label matches the question. */
  | 'unlabelled'
  /** Another number or date is nearer to the question's words. */
  | 'outdone'
  /** Logarithm of the number of positions with the value. */
  | 'places'
  /** An ambiguous number or date that nothing in the document resolves. */
  | 'ambiguous'
  /** A date of another century, or an invalid email address. */
  | 'implausible'
  /** The value is the sum or difference of other amounts of the document. */
  | 'addsUp'

export type Signs = Readonly<Partial<Record<SignName, number>>>

/** Weight of each signal in the log-odds that a value is right. */
export type SurenessTable = { readonly bias: number; readonly weights: Signs }

export type JudgedScalar = string | number | boolean

/** Computes the signals of the words that support a value. */
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
    inferred,
    normalised: has('normalised'),
    unsureLetters: 1 - surest,
    readLetters: Math.log1p(read),
  }
}

type Read = {
  readonly value: JudgedScalar
  readonly type: FieldType
  readonly quote: string
  /** Whether the document proves its notation of numbers and dates. */
  readonly knowsMark: boolean
  readonly knowsOrder: boolean
}

/** Computes the signals of the value itself. */
export function signsOfValue(read: Read): Signs {
  const { value, type } = read
  if (typeof value === 'number') return signsOfNumber(read)
  if (typeof value !== 'string') return {}
  if (type === 'date' || isDay(value)) return signsOfDay(value, read)
  return { implausible: type === 'email' && !isEmail(value) ? 1 : 0 }
}

function signsOfNumber({ quote, knowsMark }: Read): Signs {
  const [found] = findNumbers(quote)
  return { ambiguous: !knowsMark && found?.alternative !== undefined ? 1 : 0 }
}

function signsOfDay(day: string, { quote, knowsOrder }: Read): Signs {
  const [found] = findDates(quote)
  return {
    ambiguous: !knowsOrder && found?.alternativeIso !== undefined ? 1 : 0,
    implausible: isOfOurTime(day) ? 0 : 1,
  }
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)

/**
 * Uses fixed years rather than today's date, so that the same value always gets the same result.
 */
function isOfOurTime(day: string): boolean {
  const year = Number(/^\d{4}/.exec(day)?.[0] ?? Number.NaN)
  return year >= 1950 && year < 2100
}

function isEmail(value: string): boolean {
  const [found] = findEmails(value)
  return found?.start === 0 && found.end === value.trim().length
}
