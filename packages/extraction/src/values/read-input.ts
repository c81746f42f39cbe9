import { type AnyNumber, readNumber } from '@recto/exact-json/exact-number'
import { type DecimalMark, detectDecimalMark, detectMarkOfNumbers } from './decimal-mark.ts'
import { meansUnknown } from './non-answers.ts'
import { parseBoolean } from './parse-boolean.ts'
import { type DateOrder, detectDateOrder, parseDate } from './parse-date.ts'
import { parseExactNumber } from './parse-number.ts'
import { findEmails } from './shapes.ts'

/** Types of single values that a person can type. */
export type InputType = 'text' | 'number' | 'date' | 'boolean' | 'email'

/** Notation in which a person writes numbers and dates; it resolves ambiguous ones. */
export type InputNotation = {
  readonly decimalMark?: DecimalMark | undefined
  readonly dateOrder?: DateOrder | undefined
}

/** Returns the notation that the texts of a document prove. */
export function detectInputNotation(texts: readonly string[]): InputNotation {
  const text = texts.join('\n')
  const decimalMark = detectDecimalMark(text) ?? detectMarkOfNumbers(text)
  return { decimalMark, dateOrder: detectDateOrder(text) }
}

/**
 * Reads what a person typed as a value of a type: null when it states that there is no value,
 * `undefined` when it does not fit the type.
 */
export function readInput(
  text: string,
  type: InputType,
  notation: InputNotation = {},
): string | AnyNumber | boolean | null | undefined {
  if (type === 'text') return text
  const trimmedText = text.trim()
  if (trimmedText === '' || meansUnknown(trimmedText)) return null
  switch (type) {
    case 'number':
      return readTypedNumber(trimmedText, notation.decimalMark)
    case 'date':
      return parseDate(trimmedText, notation.dateOrder)
    case 'boolean':
      return parseBoolean(trimmedText)
    case 'email':
      return findEmails(trimmedText).find(({ value }) => value === trimmedText)?.value
  }
}

/**
 * Without a known notation, a number is read as programs write it, else as documents do: with digit
 * groups and a currency.
 */
function readTypedNumber(text: string, mark: DecimalMark | undefined): AnyNumber | undefined {
  return mark === undefined
    ? (readNumber(text) ?? parseExactNumber(text))
    : (parseExactNumber(text, mark) ?? readNumber(text))
}
