import { createHash } from 'node:crypto'

/** What the first part of a placeholder says of its value. */
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

/** Without vowels a code is no word, and without I and O nobody takes it for a number. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
export const codeLength = 5

/**
 * The code of a value: the same for the same value under the same scope. Who does not know the scope can neither
 * foresee it nor find the value by trying.
 */
export function codeOf(scope: string, normal: string, attempt: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([scope, normal, attempt]))
    .digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => letters[byte % letters.length]).join(
    '',
  )
}

/** Such as `[IBAN-KDWQT]`. */
export const placeholderOf = (kind: PlaceholderKind, code: string): string => `[${kind}-${code}]`

const kinds = placeholderKinds.join('|')

/** What may be a placeholder, also one that a model has written in another way; what it is, `readPlaceholder` says. */
export const anyPlaceholder = new RegExp(
  String.raw`(?:\\{0,2}\[)?(?<![A-Za-z0-9])(${kinds})[ _\u2010-\u2015-]{1,2}([A-Za-z0-9]{1,12})(?![A-Za-z0-9])(?:\\{0,2}\])?`,
  'gi',
)

export type ReadPlaceholder = {
  /** In capitals. */
  readonly kind: string
  readonly code: string
  /** It has the form of one, so that it means nothing else. */
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

/** The beginning of a placeholder at the end of a text that goes on. */
const begun = /\\{0,2}\[[A-Za-z]{0,6}(?:[ _-]{1,2}[A-Za-z0-9]{0,12})?$/

/** Without what may be the beginning of a placeholder at its end. */
export function withoutBegun(text: string): string {
  const from = Math.max(0, text.length - 30)
  const match = begun.exec(text.slice(from))
  return match ? text.slice(0, from + match.index) : text
}
