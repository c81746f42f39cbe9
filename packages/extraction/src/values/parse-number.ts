import {
  type AnyNumber,
  approximate,
  isSameNumber,
  negate,
  readNumber,
} from '@recto/exact-json/exact-number'
import { omitUndefined } from '@recto/omit-undefined'
import type { DecimalMark } from './decimal-mark.ts'
import { addPowerOfTen, findExponent } from './power-of-ten.ts'

export type FoundNumber = {
  readonly start: number
  readonly end: number
  /** Every digit of the number. */
  readonly number: AnyNumber
  /** `number`, rounded to what a JavaScript number holds. */
  readonly value: number
  /**
   * Other readings when the notation allows several: `1.234` is 1.234 or 1234, and `12.40 CR` may be
   * meant as a negative number.
   */
  readonly otherNumbers: readonly AnyNumber[]
  readonly isPercent: boolean
  /** Currency sign or code as printed beside the number. */
  readonly currency?: string
  readonly hasDecimals: boolean
  /** Whether the number is printed in digits only, without a sign, decimals or groups. */
  readonly isPlain: boolean
}

/** ISO 4217 codes of common currencies. */
const currencyCodeList =
  'AED AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW KWD MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR'.split(
    ' ',
  )
const currencyCodes: ReadonlySet<string> = new Set(currencyCodeList)

const minus = '[-−–‑﹣－]'
const apostrophes = `'’‘ʼ\u00b4\u0060`
const groupSpaces = String.raw`\u0020\u00a0\u202f\u2009\u2007`
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const currencySign = String.raw`(?:US\$|A\$|C\$|HK\$|S\$|NZ\$|R\$|\p{Sc}|Rs\.?|RM|CHF|Fr\.|kr\.?|zł|Kč|[A-Z]{3})`
const currencyBehind = String.raw`\p{Sc}|(?:${currencyCodeList.join('|')}|kr|zł|Kč)(?!\p{L})`
const spaceGrouped = String.raw`\d{1,3}(?:[${groupSpaces}${apostrophes}]\d{3})+(?:[.,]\d+)?`
const thousandsGrouped = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?`
const indianGrouped = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?`
const plainDigits = String.raw`\d+(?:[.,]\d+)?|[.,]\d+`
/** Signs that join digits to one number, date or code. */
const joiningSigns = `.,/:_·^${apostrophes}`
const power = String.raw`\s?[x×·*∙⋅]\s?10(?:\s?\^\s?(?<exponent>[-−+]?\d{1,3})|(?<superscript>[⁻⁺]?[${superscripts}]{1,3}))`
const shortPower = String.raw`\^(?<shortExponent>[-−+]?\d{1,3})|(?<shortSuperscript>[⁻⁺]?[${superscripts}]{1,3})`
const programPower = String.raw`[eE](?:(?<=[.,]\d{1,40}[eE])(?<programExponent>[-+]?\d{1,3})|(?<signedExponent>[-+]\d{1,3}))`
const numberSource =
  String.raw`(?<![\p{L}\p{N}/.,]|\p{N}[-–:_·^${apostrophes}]|\p{L}[-–_])` +
  `(?<open>\\()?\\s?(?<sign>(?:${minus}|\\+)\\s?)?(?:(?<currencyBefore>${currencySign})\\s?)?(?<minus>${minus})?` +
  `(?<core>${spaceGrouped}|${indianGrouped}|${thousandsGrouped}|${plainDigits})` +
  `(?:${power}|(?<=(?<![\\p{N}.,])10)(?:${shortPower})|${programPower})?` +
  String.raw`(?![\p{N}]|[${joiningSigns}]\p{N}|[-–]\p{N})(?<withoutCents>[.,][-–—]{1,2}(?!\p{N})|--(?=\s|$))?(?:\s?(?<percent>%))?` +
  String.raw`(?:\s?(?<currencyAfter>${currencyBehind})(?!\s?\d))?(?<trailingMinus>${minus}(?=[\s)]|$|${currencyBehind})(?:\s?(?:${currencyBehind}))?)?(?:(?=(?<spacedMinus>\s[-−](?:\s|$)))|)` +
  String.raw`(?:\s?(?<side>CR|Cr|cr|DR|Dr|dr|DB|Db)(?![\p{L}\p{N}]|\.\s?\p{L})|(?<=[.,]\d\d)\s?(?<bankSide>[SH])(?![\p{L}\p{N}]))?(?:\s?(?<close>\)))?(?:(?=(?<perUnit>\s?\/\s?\p{L}))|)(?!\p{L})`

/** Finds numbers without capturing their parts, which takes several times as long. */
const numberPattern = new RegExp(numberSource.replaceAll(/\(\?<[a-zA-Z]{1,20}>/g, '(?:'), 'gu')
/** Captures the parts of a number at its index. */
const partsPattern = new RegExp(numberSource, 'uy')

/** Digits with at most one separator, which have no other parts. */
const simpleNumber = /^\d+(?:[.,]\d+)?$/
/** A minus apart from a simple number may belong to it. */
const followingMinus = /^\s[-−]/

/** Finds the numbers in a text, with the signs and currencies written beside them. */
export function findNumbers(text: string, mark?: DecimalMark): readonly FoundNumber[] {
  if (!/\d/.test(text)) return []
  const numbers: FoundNumber[] = []
  numberPattern.lastIndex = 0
  for (let match = numberPattern.exec(text); match; match = numberPattern.exec(text)) {
    const { 0: printedText, index: start } = match
    const parsedNumber = parseAt(text, { start, printedText }, mark)
    if (parsedNumber)
      numbers.push({ start, end: start + printedText.trimEnd().length, ...parsedNumber })
  }
  return numbers
}

type ParsedNumber = Omit<FoundNumber, 'start' | 'end'>
type PrintedNumber = { readonly start: number; readonly printedText: string }

function parseAt(
  text: string,
  { start, printedText }: PrintedNumber,
  mark: DecimalMark | undefined,
): ParsedNumber | undefined {
  const core = printedText.trim()
  const end = start + printedText.length
  const isSimple = simpleNumber.test(core) && !followingMinus.test(text.slice(end, end + 2))
  if (isSimple) return parseSimpleNumber(core, mark)
  partsPattern.lastIndex = start
  return parseMatchedNumber(partsPattern.exec(text)?.groups ?? {}, mark)
}

/** Most numbers have no sign, currency or groups. */
function parseSimpleNumber(core: string, mark: DecimalMark | undefined): ParsedNumber | undefined {
  const separator = core.search(/[.,]/)
  const decimals = separator < 0 ? 0 : core.length - separator - 1
  if (decimals === 3) return parseMatchedNumber({ core }, mark)
  const number = readNumber(core.replace(',', '.'))
  if (number === undefined) return undefined
  return {
    number,
    value: approximate(number),
    otherNumbers: [],
    isPercent: false,
    hasDecimals: decimals === 1 || decimals === 2,
    isPlain: decimals === 0,
  }
}

/** Whether a printed number can be read as this value; 19 % is also 0.19. */
export function statesNumber(foundNumber: FoundNumber, value: AnyNumber): boolean {
  const { number, otherNumbers, isPercent } = foundNumber
  if (isSameNumber(number, value) || otherNumbers.some((reading) => isSameNumber(reading, value)))
    return true
  return isPercent && typeof value === 'number' && isSameFraction(foundNumber.value / 100, value)
}

/** Divisions leave noise behind the digits that a number holds. */
const isSameFraction = (a: number, b: number) => a.toPrecision(15) === b.toPrecision(15)

/** Whether the notation of a number leaves open which one is meant, such as that of `1.234`. */
export const hasSeveralReadings = (foundNumber: FoundNumber | undefined): boolean =>
  foundNumber !== undefined && foundNumber.otherNumbers.length > 0

type NumberGroups = Readonly<Record<string, string | undefined>>

function parseMatchedNumber(groups: NumberGroups, mark?: DecimalMark): ParsedNumber | undefined {
  if (isPartOfCode(groups)) return undefined
  const [number, ...otherNumbers] = getReadings(groups, mark)
  if (number === undefined) return undefined
  const { core = '', currencyBefore, currencyAfter, percent } = groups
  return omitUndefined({
    number,
    value: approximate(number),
    otherNumbers,
    isPercent: percent !== undefined,
    currency: currencyBefore ?? currencyAfter,
    hasDecimals: /[.,]\d{1,2}$/.test(core),
    isPlain: /^\d+$/.test(core) && otherNumbers.length === 0 && isUnsigned(groups),
  })
}

const isUnsigned = (groups: NumberGroups): boolean =>
  !isNegative(groups) && findExponent(groups) === undefined

/** Letters before a minus that are not a currency belong to an article code: `PAP-80`. */
const isPartOfCode = ({ currencyBefore = '', minus: sign }: NumberGroups): boolean =>
  sign !== undefined && !isCurrency(currencyBefore)

/** Rejects three capitals that are not a currency code, such as those of `INV2292472`. */
export const isCurrency = (currency: string): boolean =>
  !/^[A-Z]{3}$/.test(currency) || currencyCodes.has(currency)

/** Returns the readings of a number with its sign; none when it is too long for a number. */
function getReadings(groups: NumberGroups, mark?: DecimalMark): readonly AnyNumber[] {
  const readings: AnyNumber[] = []
  const isBelowZero = isNegative(groups)
  for (const digits of getUnsignedReadings(groups, mark)) {
    const number = readNumber(digits)
    if (number === undefined) return []
    readings.push(isBelowZero ? negate(number) : number)
  }
  return hasUncertainSign(groups) ? [...readings, ...readings.map(negate)] : readings
}

function isNegative(groups: NumberGroups): boolean {
  const { open, close, sign, minus: innerMinus, trailingMinus, side } = groups
  const inParentheses = open !== undefined && close !== undefined
  const hasMinus = (sign ?? '+').trim() !== '+' || innerMinus !== undefined
  const isDebit = /^d/i.test(side ?? '')
  return inParentheses || hasMinus || trailingMinus !== undefined || isDebit
}

/**
 * Whether the sign may be meant otherwise: a minus apart from its number may be a dash, and which of
 * debit and credit is negative depends on whose account it is.
 */
const hasUncertainSign = ({ sign, spacedMinus, side, bankSide }: NumberGroups): boolean =>
  (sign !== undefined && /[^+]\s$/.test(sign)) || (spacedMinus ?? side ?? bankSide) !== undefined

/** Returns the digits of each reading in the notation of programs. */
function getUnsignedReadings(groups: NumberGroups, mark?: DecimalMark): readonly string[] {
  const { core = '', withoutCents } = groups
  const digits = core.replace(/[^\d.,]/g, '')
  if (withoutCents !== undefined) return [digits.replace(/[.,]/g, '')]
  const isAmbiguous = /^\d{1,3}[.,]\d{3}$/.test(digits) && !digits.startsWith('0')
  const readings = isAmbiguous
    ? getAmbiguousReadings(digits, mark)
    : [normalizeDecimalPoint(digits)]
  return readings.flatMap((reading) => addPowerOfTen(reading, groups))
}

/**
 * Reads one separator and three digits as thousands, unless the separator is known to be the
 * decimal mark.
 */
function getAmbiguousReadings(digits: string, mark?: DecimalMark): readonly string[] {
  const thousands = digits.replace(/[.,]/, '')
  const decimals = digits.replace(',', '.')
  const decimalSign = (mark ?? 'point') === 'comma' ? ',' : '.'
  return digits.includes(decimalSign) ? [decimals, thousands] : [thousands, decimals]
}

/** Only the last separator can be the decimal mark, and only when it occurs once. */
function normalizeDecimalPoint(digits: string): string {
  const lastSeparator = digits.match(/([.,])\d*$/)?.[1]
  if (!lastSeparator) return digits
  const isOnce = digits.split(lastSeparator).length === 2
  const withoutOtherSeparator = digits.replaceAll(lastSeparator === '.' ? ',' : '.', '')
  return isOnce
    ? withoutOtherSeparator.replace(',', '.')
    : withoutOtherSeparator.replaceAll(lastSeparator, '')
}

/** Parses a short text that states exactly one number. */
export function parseNumber(text: string, mark?: DecimalMark): AnyNumber | undefined {
  const numbers = findNumbers(text.trim(), mark)
  const hasOtherDigits = /\p{N}/u.test(removeNumbers(text.trim(), numbers))
  return numbers.length === 1 && !hasOtherDigits ? numbers[0]?.number : undefined
}

/** Parses a text that consists of a number and nothing else but a currency. */
export function parseExactNumber(text: string, mark?: DecimalMark): AnyNumber | undefined {
  const [match] = findNumbers(text.trim(), mark)
  return match?.start === 0 && match.end === text.trim().length ? match.number : undefined
}

function removeNumbers(text: string, numbers: readonly FoundNumber[]): string {
  return numbers.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}
