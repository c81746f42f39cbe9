import { createHash } from 'node:crypto'

/** Kinds of values, as the first part of a placeholder names them. */
const placeholderKinds = [
  'IBAN',
  'CARD',
  'PHONE',
  'EMAIL',
  'TAXID',
  'NAME',
  'VALUE',
  'TEXT',
] as const
export type PlaceholderKind = (typeof placeholderKinds)[number]

/**
 * Letters of a code: without vowels it is not a word, and without I and O it is not mistaken for a
 * number.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
export const codeLength = 5

/**
 * Computes the code of a value: the same for the same value in the same scope. Without the scope,
 * the code cannot be predicted, and the value cannot be found by guessing.
 */
export function computeCode(scope: string, normal: string, attempt: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([scope, normal, attempt]))
    .digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => letters[byte % letters.length]).join(
    '',
  )
}

/** Returns a placeholder such as `[IBAN-KDWQT]`. */
export const formatPlaceholder = (kind: PlaceholderKind, code: string): string =>
  `[${kind}-${code}]`

const kinds = placeholderKinds.join('|')

/**
 * Matches possible placeholders, including those that a model has rewritten; `parsePlaceholder`
 * interprets a match.
 */
export const placeholderPattern = new RegExp(
  String.raw`(?:\\{0,2}\[)?(?<![A-Za-z0-9])(${kinds})[ _\u2010-\u2015-]{1,2}([A-Za-z0-9]{1,12})(?![A-Za-z0-9])(?:\\{0,2}\])?`,
  'gi',
)

export type ParsedPlaceholder = {
  /** Kind in capital letters. */
  readonly kind: string
  readonly code: string
  /** Whether it has the exact form of a placeholder, so that it cannot be anything else. */
  readonly isStrict: boolean
}

const codePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{3,7}$/
const numberedPattern = /^[A-Z]{0,4}\d{1,4}[A-Z]{0,4}$/
const exactCodePattern = /^[BCDFGHJKLMNPQRSTVWXZ]{5}$/

/** Parses a match of `placeholderPattern`. */
export function parsePlaceholder([
  text,
  kind = '',
  code = '',
]: RegExpMatchArray): ParsedPlaceholder {
  const upper = code.toUpperCase()
  const isBracketed = /^\\{0,2}\[/.test(text) && text.endsWith(']')
  const isStrict = isBracketed
    ? codePattern.test(upper) || numberedPattern.test(upper)
    : exactCodePattern.test(code) && text.includes(`${kind.toUpperCase()}-`)
  return { kind: kind.toUpperCase(), code: upper, isStrict }
}

/** Matches an incomplete placeholder at the end of a text that continues. */
const incompletePattern = /\\{0,2}\[[A-Za-z]{0,6}(?:[ _-]{1,2}[A-Za-z0-9]{0,12})?$/

/** Removes an incomplete placeholder from the end of a text. */
export function withoutIncompletePlaceholder(text: string): string {
  const from = Math.max(0, text.length - 30)
  const match = incompletePattern.exec(text.slice(from))
  return match ? text.slice(0, from + match.index) : text
}
