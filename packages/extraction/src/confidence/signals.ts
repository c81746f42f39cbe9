import { type AnyNumber, isAnyNumber } from '@recto/exact-json/exact-number'
import type { Evidence, FieldType } from '@recto/provider-spec/answer'
import { getEvidenceWords } from '../align/passage.ts'
import { findDates } from '../values/parse-date.ts'
import { findNumbers, hasSeveralReadings } from '../values/parse-number.ts'
import { findEmails } from '../values/shapes.ts'

/** Signals for or against a value; most are 0 or 1. */
export type SignalName =
  /** The value is inferred, or has another notation in the document. */
  | 'inferred'
  | 'normalised'
  /** Uncertainty of the word with the lowest OCR confidence; native text has none. */
  | 'uncertainLetters'
  /**
   * Logarithm of the number of letters from OCR: each may be wrong although the engine is
   * confident.
   */
  | 'ocrLetters'
  /** Clarity with which a label matches the question, 0 to 1. */
  | 'label'
  /** No label matches the question. */
  | 'unlabelled'
  /** Another number or date is nearer to the question's words. */
  | 'outranked'
  /** Logarithm of the number of positions with the value. */
  | 'places'
  /** An ambiguous number or date that nothing in the document resolves. */
  | 'ambiguous'
  /** A date of another century, or an invalid email address. */
  | 'implausible'
  /** The value is the sum or difference of other amounts of the document. */
  | 'addsUp'
  /** How likely the words around the value say that it answers an unusual question, 0 to 1. */
  | 'likelihood'
  | DoubtName

/** Signals of doubt about what a value is evidence of. */
export type DoubtName =
  /** The value stands in running text, where several clauses can speak of it. */
  | 'inSentence'
  /** It follows its label in the same cell, or stands below it. */
  | 'inline'
  | 'below'
  /** Only its position says what it is: the block of an address, the top of a page. */
  | 'byPosition'
  /** The question says more than the name of the field that it was answered by. */
  | 'saysMore'
  /** The question asks for no usual field. */
  | 'unusual'
  /** The words around the value say only a part of what the question asks for. */
  | 'partly'
  /** A usual field of another document than a bill or receipt, on which the weights were fitted. */
  | 'otherKind'
  /** The same, where the words around the value hardly say what is asked. */
  | 'unlikely'

export type Signals = Readonly<Partial<Record<SignalName, number>>>

/** Weight of each signal in the log-odds that a value is right. */
export type ConfidenceTable = { readonly bias: number; readonly weights: Signals }

export type ScoredScalar = string | boolean | AnyNumber

/** Computes the signals of the words that support a value. */
export function getWordSignals(evidence: readonly Evidence[]): Signals {
  const words = evidence.flatMap((one) => getEvidenceWords(one).flat())
  const ocrLetters = words.reduce(
    (sum, { origin, text }) => sum + (origin === 'ocr' ? text.length : 0),
    0,
  )
  const minConfidence = words.reduce((min, { confidence }) => Math.min(min, confidence), 1)
  const hasMatch = (match: Evidence['match']) =>
    evidence.some((one) => one.match === match) ? 1 : 0
  const isInferred = Math.max(hasMatch('inferred'), hasMatch('derived'))
  return {
    inferred: isInferred,
    normalised: hasMatch('normalised'),
    uncertainLetters: 1 - minConfidence,
    ocrLetters: Math.log1p(ocrLetters),
  }
}

type ValueToScore = {
  readonly value: ScoredScalar
  readonly type: FieldType
  readonly quote: string
  /** Whether the document proves its notation of numbers and dates. */
  readonly isDecimalMarkKnown: boolean
  readonly isDateOrderKnown: boolean
}

/** Computes the signals of the value itself. */
export function getValueSignals(scoredValue: ValueToScore): Signals {
  const { value, type } = scoredValue
  if (isAnyNumber(value)) return getNumberSignals(scoredValue)
  if (typeof value !== 'string') return {}
  if (type === 'date' || isDay(value)) return getDaySignals(value, scoredValue)
  return { implausible: type === 'email' && !isEmail(value) ? 1 : 0 }
}

function getNumberSignals({ quote, isDecimalMarkKnown }: ValueToScore): Signals {
  const [number] = findNumbers(quote)
  return { ambiguous: !isDecimalMarkKnown && hasSeveralReadings(number) ? 1 : 0 }
}

function getDaySignals(day: string, { quote, isDateOrderKnown }: ValueToScore): Signals {
  const [date] = findDates(quote)
  return {
    ambiguous: !isDateOrderKnown && date?.alternativeIso !== undefined ? 1 : 0,
    implausible: isPlausibleYear(day) ? 0 : 1,
  }
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)

/**
 * Uses fixed years rather than today's date, so that the same value always gets the same result.
 */
function isPlausibleYear(day: string): boolean {
  const year = Number(/^\d{4}/.exec(day)?.[0] ?? Number.NaN)
  return year >= 1950 && year < 2100
}

function isEmail(value: string): boolean {
  const [email] = findEmails(value)
  return email?.start === 0 && email.end === value.trim().length
}
