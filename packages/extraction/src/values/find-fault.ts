import { parseExactJson } from '@recto/exact-json/parse-json'
import { fold } from './fold.ts'
import { parseDate } from './parse-date.ts'
import { isSameValue } from './same-value.ts'

/**
 * How an answer differs from the expected value: nothing was found (`missing`), a value was found where the document has none (`made_up`), the value is written in another
 * way or has some more or fewer words (`format`), a list has fewer or more rows or other cells, the value of another field was taken, such as that of the
 * other party (`other_field`), or another date (`other_date`), or another value of the document (`other_value`), or no word of the document supports
 * it (`unsupported`).
 */
export type AnswerFault =
  | 'missing'
  | 'made_up'
  | 'format'
  | 'rows_lost'
  | 'rows_added'
  | 'cells'
  | 'other_field'
  | 'other_date'
  | 'other_value'
  | 'unsupported'

type JudgedAnswer = {
  readonly type: string
  readonly expectedValue: string | null
  readonly answer: string | null
  /** Whether words of the document support the answer. */
  readonly isSupported: boolean
  /** Expected values of the other fields of the document. */
  readonly otherValues?: readonly (string | null)[]
}

/** Finds the fault of an answer by comparison alone; `undefined` if it is right. */
export function findFault(judgedAnswer: JudgedAnswer): AnswerFault | undefined {
  const { type, expectedValue, answer } = judgedAnswer
  if (isSameValue(type, expectedValue, answer)) return undefined
  const expected = expectedValue?.trim() ?? ''
  const actual = answer?.trim() ?? ''
  if (actual === '') return 'missing'
  if (expected === '') return 'made_up'
  const listFault = compareRows(parseList(expected), parseList(actual))
  if (listFault) return listFault
  if (isOtherSpelling(expected, actual)) return 'format'
  return findOtherValueFault(judgedAnswer, { expected, actual })
}

type FilledTexts = { readonly expected: string; readonly actual: string }

/** Finds out where the value came from that was taken in place of the expected one. */
function findOtherValueFault(
  { type, isSupported, otherValues = [] }: JudgedAnswer,
  { expected, actual }: FilledTexts,
): AnswerFault {
  const isOfOtherField = otherValues.some(
    (value) => value !== null && isSameValue(type, value, actual),
  )
  if (isOfOtherField) return 'other_field'
  if (!isSupported) return 'unsupported'
  return isDate(expected) && isDate(actual) ? 'other_date' : 'other_value'
}

const isDate = (text: string): boolean => parseDate(text) !== undefined

type Rows = readonly unknown[] | undefined

function compareRows(expected: Rows, actual: Rows): AnswerFault | undefined {
  if (!expected || !actual) return undefined
  if (actual.length === expected.length) return 'cells'
  return actual.length < expected.length ? 'rows_lost' : 'rows_added'
}

function parseList(text: string): Rows {
  if (!text.startsWith('[')) return undefined
  try {
    const value = parseExactJson(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const readableTypes = ['number', 'date', 'boolean'] as const

/** Whether both texts say the same in another notation, or one has the other among further words. */
function isOtherSpelling(expected: string, actual: string): boolean {
  if (readableTypes.some((type) => isSameValue(type, expected, actual))) return true
  return (
    toLetters(expected) === toLetters(actual) ||
    hasWords(actual, expected) ||
    hasWords(expected, actual)
  )
}

const toWords = (text: string) =>
  fold(text.normalize('NFKC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const toLetters = (text: string) => toWords(text).join('')
const hasWords = (text: string, part: string) => {
  const words = toWords(part)
  // More further words than half change what is said: “Acme” is not “Acme Holding Ltd”.
  if (words.length * 2 < toWords(text).length) return false
  return words.length > 0 && ` ${toWords(text).join(' ')} `.includes(` ${words.join(' ')} `)
}
