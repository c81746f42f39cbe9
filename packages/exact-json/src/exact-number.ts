/** TypeScript does not know these functions yet. */
const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as {
  readonly rawJSON?: (text: string) => unknown
  readonly isRawJSON?: (value: unknown) => boolean
}

/**
 * A number with more digits than a JavaScript number can hold. `JSON.stringify` writes it as a number
 * with all its digits. Every other number is an ordinary `number`.
 */
export class ExactNumber {
  /** A plain decimal number such as `-20251234567890123456.5`. */
  readonly exactDigits: string

  constructor(exactDigits: string) {
    this.exactDigits = exactDigits
  }

  toString(): string {
    return this.exactDigits
  }

  toJSON(): unknown {
    // An old browser would round the number; a text at least keeps its digits.
    return rawJson ? rawJson(this.exactDigits) : this.exactDigits
  }
}

/** A number of any length. */
export type AnyNumber = number | ExactNumber

export const isExactNumber = (value: unknown): value is ExactNumber => value instanceof ExactNumber

export const isAnyNumber = (value: unknown): value is AnyNumber =>
  typeof value === 'number' || isExactNumber(value)

type Container = readonly unknown[] | { readonly [key: string]: unknown }

/**
 * Whether a value is a list or an object with entries. An `ExactNumber` is neither, also in the form in
 * which a replacer of `JSON.stringify` sees it.
 */
export const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !isExactNumber(value) && !isRawJson?.(value)

/** Approximates a number for sums, comparisons by size and the like. */
export const approximate = (value: AnyNumber): number =>
  typeof value === 'number' ? value : Number(value.exactDigits)

/** Longer numbers are not numbers that anybody printed, and databases refuse them. */
const maxDigits = 1000

const shortNumber = /^-?\d{1,8}(?:\.\d{1,7})?$/

/** An ordinary number always holds so many digits. */
const maxOrdinaryDigits = 15

/** From here on JavaScript writes a number with an exponent instead of its digits. */
const minExponentNumber = 1e21

const literal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/**
 * Reads a number in the notation of JSON: an ordinary number if it holds every digit, otherwise an
 * `ExactNumber`. Returns `undefined` for what is not a number or too long for one.
 */
export function readNumber(text: string): AnyNumber | undefined {
  // Nearly all numbers are short.
  if (shortNumber.test(text)) return Number(text)
  const parts = literal.exec(text)
  const number = Number(text)
  if (!parts || !/\d/.test(text) || !Number.isFinite(number)) return undefined
  const [, sign = '', whole = '', fraction = '', exponent] = parts
  if (whole.length + fraction.length <= maxOrdinaryDigits) return number
  const digits = shiftPoint(whole, fraction, Number(exponent ?? 0))
  if (digits === undefined) return undefined
  const signedDigits = sign === '-' ? `-${digits}` : digits
  const isWrittenInDigits = exponent !== undefined || Math.abs(number) < minExponentNumber
  const isHeld = isWrittenInDigits && trimZeros(signedDigits) === toPlainDigits(number)
  return isHeld ? number : new ExactNumber(signedDigits)
}

/** Writes a number without an exponent; the digits behind the point stay as they are. */
function shiftPoint(whole: string, fraction: string, exponent: number): string | undefined {
  if (whole.length + fraction.length + Math.abs(exponent) > maxDigits) return undefined
  const digits = whole + fraction
  const point = whole.length + exponent
  const wholeDigits = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const decimals = point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')
  return `${trimLeadingZeros(wholeDigits)}${decimals === '' ? '' : `.${decimals}`}`
}

function trimLeadingZeros(digits: string): string {
  let start = 0
  while (start < digits.length - 1 && digits[start] === '0') start += 1
  return digits.slice(start)
}

/** Removes what does not change the number: zeros at the end of decimals, and the sign of zero. */
function trimZeros(digits: string): string {
  let end = digits.length
  if (digits.includes('.')) {
    while (digits[end - 1] === '0') end -= 1
    if (digits[end - 1] === '.') end -= 1
  }
  const trimmedDigits = digits.slice(0, end)
  return trimmedDigits === '-0' ? '0' : trimmedDigits
}

/**
 * Writes a finite number in plain digits, so that two numbers are equal exactly when these texts are.
 */
export function toPlainDigits(value: AnyNumber): string {
  if (isExactNumber(value)) return trimZeros(value.exactDigits)
  const text = String(value)
  const match = text.includes('e') ? literal.exec(text) : null
  if (!match) return trimZeros(text)
  const [, sign = '', whole = '', fraction = '', exponent] = match
  return trimZeros(`${sign}${shiftPoint(whole, fraction, Number(exponent)) ?? text}`)
}

export const isSameNumber = (a: AnyNumber, b: AnyNumber): boolean =>
  typeof a === 'number' && typeof b === 'number' ? a === b : toPlainDigits(a) === toPlainDigits(b)

/** Compares two numbers digit by digit; negative when the first is the smaller one. */
export function compareNumbers(a: AnyNumber, b: AnyNumber): number {
  const difference = approximate(a) - approximate(b)
  if (difference !== 0) return difference
  const x = toPlainDigits(a)
  const y = toPlainDigits(b)
  const order = compareMagnitudes(x.replace('-', ''), y.replace('-', ''))
  return x.startsWith('-') ? -order : order
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)

function compareMagnitudes(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  return (
    wholeA.length - wholeB.length ||
    compareTexts(wholeA, wholeB) ||
    compareTexts(fractionA, fractionB)
  )
}

export function negate(value: AnyNumber): AnyNumber {
  if (typeof value === 'number') return 0 - value
  const { exactDigits: digits } = value
  return new ExactNumber(digits.startsWith('-') ? digits.slice(1) : `-${digits}`)
}

/** Name of the only property, by which serialized bytes show that they contain such a number. */
export const exactNumberMark = 'exactDigits' satisfies keyof ExactNumber

/** Gives the class back to numbers that lost it when they were sent to another process. */
export function restoreExactNumbers(value: unknown): unknown {
  if (!isContainer(value) || !hasPlainEntries(value)) return value
  const number = readExactNumber(value)
  if (number) return number
  const parts = value as { [key: string]: unknown }
  for (const key of Object.keys(parts)) {
    const restoredPart = restoreExactNumbers(parts[key])
    if (restoredPart !== parts[key]) parts[key] = restoredPart
  }
  return value
}

/** Bytes, dates, maps and the like contain no values of documents. */
function hasPlainEntries(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

function readExactNumber(value: object): ExactNumber | undefined {
  const [[key, digits] = [], ...otherEntries] = Object.entries(value)
  if (key !== exactNumberMark || otherEntries.length > 0) return undefined
  const number = typeof digits === 'string' ? readNumber(digits) : undefined
  return isExactNumber(number) ? number : undefined
}
