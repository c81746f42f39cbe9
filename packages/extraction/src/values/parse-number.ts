import { omitUndefined } from '@recto/omit-undefined'

/** Decimal separator of a text. It decides how to read numbers such as `1.234`. */
export type DecimalMark = 'comma' | 'point'

export type FoundNumber = {
  readonly start: number
  readonly end: number
  readonly value: number
  /** Alternative reading when the notation allows two: `1.234` is 1.234 or 1234. */
  readonly alternative?: number
  readonly isPercent: boolean
  /** Currency sign or code as printed beside the number. */
  readonly currency?: string
  readonly hasDecimals: boolean
}

const currencySign = String.raw`(?:US\$|A\$|C\$|HK\$|S\$|NZ\$|R\$|\p{Sc}|Rs\.?|RM|CHF|Fr\.|kr\.?|zł|Kč|[A-Z]{3})`
const spaceGrouped = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?:-{1,2}(?=\s|$))?`
const thousandsGrouped = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?`
const indianGrouped = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?`
const plainDigits = String.raw`\d+(?:[.,]\d+)?|[.,]\d+`
const numberPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}/.,]|\p{N}[-–:])` +
    String.raw`(?<open>\()?\s?(?<sign>[-−–+])?\s?(?:(?<currencyBefore>${currencySign})\s?)?(?<minus>[-−–])?` +
    `(?<core>${spaceGrouped}|${indianGrouped}|${thousandsGrouped}|${plainDigits})` +
    String.raw`(?![\p{N}]|[.,/:]\p{N}|[-–]\p{N})(?:,[-–]{1,2})?\s?(?<percent>%)?` +
    String.raw`(?:\s?(?<currencyAfter>\p{Sc}|(?:EUR|USD|GBP|CHF|INR|kr|zł|Kč)(?!\p{L}))(?!\s?\d))?\s?(?<trailingMinus>[-−](?=\s|$))?(?<close>\))?(?!\p{L})`,
  'gu',
)

/** Finds the numbers in a text, with the signs and currencies written beside them. */
export function findNumbers(text: string, mark?: DecimalMark): readonly FoundNumber[] {
  if (!/\d/.test(text)) return []
  return [...text.matchAll(numberPattern)]
    .map((match) => {
      const parsedNumber = parseMatchedNumber(match.groups ?? {}, mark)
      return parsedNumber
        ? { start: match.index, end: match.index + match[0].trimEnd().length, ...parsedNumber }
        : undefined
    })
    .filter((value) => value !== undefined)
}

type NumberGroups = Readonly<Record<string, string | undefined>>

function parseMatchedNumber(
  groups: NumberGroups,
  mark?: DecimalMark,
): Omit<FoundNumber, 'start' | 'end'> | undefined {
  if (isPartOfCode(groups)) return undefined
  const core = groups.core ?? ''
  const readings = getReadings(core, mark)
  const mainReading = readings[0]
  // A text with more digits than a number can hold is rejected.
  if (mainReading === undefined || !Number.isFinite(mainReading)) return undefined
  const sign = isNegative(groups) ? -1 : 1
  const currency = groups.currencyBefore ?? groups.currencyAfter
  return omitUndefined({
    value: sign * mainReading + 0,
    alternative: readings[1] === undefined ? undefined : sign * readings[1] + 0,
    isPercent: groups.percent !== undefined,
    currency,
    hasDecimals: /[.,]\d{1,2}$/.test(core),
  })
}

/** ISO 4217 codes of common currencies. */
const currencyCodes: ReadonlySet<string> = new Set(
  `AED AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW KWD MAD MXN MYR NGN NOK NZD PEN PHP
  PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR`.split(/\s+/),
)

/** Letters before a minus that are not a currency belong to an article code: `PAP-80`. */
const isPartOfCode = ({ currencyBefore = '', minus }: NumberGroups): boolean =>
  minus !== undefined && !isCurrency(currencyBefore)

/** Rejects three capitals that are not a currency code, such as those of `INV2292472`. */
export const isCurrency = (currency: string): boolean =>
  !/^[A-Z]{3}$/.test(currency) || currencyCodes.has(currency)

function isNegative({ open, close, sign, minus, trailingMinus }: NumberGroups): boolean {
  const inParentheses = open !== undefined && close !== undefined
  return (
    inParentheses || (sign ?? '+') !== '+' || minus !== undefined || trailingMinus !== undefined
  )
}

function getReadings(core: string, mark?: DecimalMark): readonly number[] {
  const plainText = core.replace(/[ \u00a0\u202f'’]|(?<!-)-+$/g, '')
  if (/^\d+[.,]\d{3}$/.test(plainText) && !plainText.startsWith('0'))
    return getAmbiguousReadings(plainText, mark)
  return [Number(normalizeDecimalPoint(plainText))]
}

/**
 * Reads one separator and three digits as thousands, unless the separator is known to be the
 * decimal mark.
 */
function getAmbiguousReadings(digits: string, mark?: DecimalMark): readonly number[] {
  const thousands = Number(digits.replace(/[.,]/, ''))
  const decimals = Number(digits.replace(',', '.'))
  if (digits.indexOf(digits.match(/[.,]/)?.[0] ?? '') > 3) return [decimals]
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
export function parseNumber(text: string, mark?: DecimalMark): number | undefined {
  const numbers = findNumbers(text.trim(), mark)
  const hasOtherDigits = /\p{N}/u.test(removeNumbers(text.trim(), numbers))
  return numbers.length === 1 && !hasOtherDigits ? numbers[0]?.value : undefined
}

/** Parses a text that consists of a number and nothing else but a currency. */
export function parseExactNumber(text: string, mark?: DecimalMark): number | undefined {
  const [match] = findNumbers(text.trim(), mark)
  return match?.start === 0 && match.end === text.trim().length ? match.value : undefined
}

function removeNumbers(text: string, numbers: readonly FoundNumber[]): string {
  return numbers.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

/**
 * The decimal mark used by most amounts with two decimals in a text; `undefined` when undecided.
 */
export function detectDecimalMark(text: string): DecimalMark | undefined {
  const commaCount = text.match(/\d,\d{2}(?![\d.,])/g)?.length ?? 0
  const pointCount = text.match(/(?<![\d.]\d?)\d\.\d{2}(?![\d.,])/g)?.length ?? 0
  if (commaCount === pointCount) return undefined
  return commaCount > pointCount ? 'comma' : 'point'
}
