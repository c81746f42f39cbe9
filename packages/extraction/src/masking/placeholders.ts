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
export function codeOf(scope: string, normal: string, attempt: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([scope, normal, attempt]))
    .digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => letters[byte % letters.length]).join(
    '',
  )
}

/** Returns a placeholder such as `[IBAN-KDWQT]`. */
export const placeholderOf = (kind: PlaceholderKind, code: string): string => `[${kind}-${code}]`

const kinds = placeholderKinds.join('|')

/**
 * Matches possible placeholders, including those that a model has rewritten; `readPlaceholder`
 * interprets a match.
 */
export const anyPlaceholder = new RegExp(
  String.raw`(?:\\{0,2}\[)?(?<![A-Za-z0-9])(${kinds})[ _\u2010-\u2015-]{1,2}([A-Za-z0-9]{1,12})(?![A-Za-z0-9])(?:\\{0,2}\])?`,
  'gi',
)

export type ReadPlaceholder = {
  /** Kind in capital letters. */
  readonly kind: string
  readonly code: string
  /** Whether it has the exact form of a placeholder, so that it cannot be anything else. */
  readonly isStrict: boolean
}

const coded = /^[BCDFGHJKLMNPQRSTVWXZ]{3,7}$/
const numbered = /^[A-Z]{0,4}\d{1,4}[A-Z]{0,4}$/
const whole = /^[BCDFGHJKLMNPQRSTVWXZ]{5}$/

/** Reads a match of `anyPlaceholder`. */
export function readPlaceholder([text, kind = '', code = '']: RegExpMatchArray): ReadPlaceholder {
  const upper = code.toUpperCase()
  const isBracketed = /^\\{0,2}\[/.test(text) && text.endsWith(']')
  const isStrict = isBracketed
    ? coded.test(upper) || numbered.test(upper)
    : whole.test(code) && text.includes(`${kind.toUpperCase()}-`)
  return { kind: kind.toUpperCase(), code: upper, isStrict }
}

/** Matches an incomplete placeholder at the end of a text that continues. */
const begun = /\\{0,2}\[[A-Za-z]{0,6}(?:[ _-]{1,2}[A-Za-z0-9]{0,12})?$/

/** Removes an incomplete placeholder from the end of a text. */
export function withoutBegun(text: string): string {
  const from = Math.max(0, text.length - 30)
  const match = begun.exec(text.slice(from))
  return match ? text.slice(0, from + match.index) : text
}
