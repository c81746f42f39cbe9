/** Which mark a text puts before decimals. It decides numbers such as `1.234`. */
export type DecimalMark = 'comma' | 'point'

export type FoundNumber = {
  readonly start: number
  readonly end: number
  readonly value: number
  /** The other reading where the writing allows two: `1.234` is 1.234 or 1234. */
  readonly otherwise?: number
  readonly isPercent: boolean
  /** As written beside the number, if it was. */
  readonly currency?: string
  readonly hasDecimals: boolean
}

const currencySign = String.raw`(?:US\$|A\$|C\$|HK\$|S\$|NZ\$|R\$|\p{Sc}|Rs\.?|RM|CHF|Fr\.|kr\.?|zł|Kč|[A-Z]{3})`
const grouped = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?:-{1,2}(?=\s|$))?`
const western = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?`
const indian = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?`
const plain = String.raw`\d+(?:[.,]\d+)?|[.,]\d+`
const number = new RegExp(
  String.raw`(?<![\p{L}\p{N}/.,]|\p{N}[-–:])` +
    String.raw`(?<open>\()?\s?(?<sign>[-−–+])?\s?(?:(?<before>${currencySign})\s?)?(?<minus>[-−–])?` +
    `(?<core>${grouped}|${indian}|${western}|${plain})` +
    String.raw`(?![\p{N}]|[.,/:]\p{N}|[-–]\p{N})(?:,[-–]{1,2})?\s?(?<percent>%)?` +
    String.raw`(?:\s?(?<after>\p{Sc}|(?:EUR|USD|GBP|CHF|INR|kr|zł|Kč)(?!\p{L}))(?!\s?\d))?\s?(?<trailing>[-−](?=\s|$))?(?<close>\))?(?!\p{L})`,
  'gu',
)

/** The numbers that stand in a text, with the signs and currencies written beside them. */
export function findNumbers(text: string, mark?: DecimalMark): readonly FoundNumber[] {
  if (!/\d/.test(text)) return []
  return [...text.matchAll(number)].flatMap((found) => {
    const read = readNumber(found.groups ?? {}, mark)
    return read
      ? [{ start: found.index, end: found.index + found[0].trimEnd().length, ...read }]
      : []
  })
}

type Groups = Readonly<Record<string, string | undefined>>

function readNumber(
  groups: Groups,
  mark?: DecimalMark,
): Omit<FoundNumber, 'start' | 'end'> | undefined {
  if (isOfCode(groups)) return undefined
  const core = groups.core ?? ''
  const readings = readingsOf(core, mark)
  const first = readings[0]
  // More digits than a number can hold are no number.
  if (first === undefined || !Number.isFinite(first)) return undefined
  const sign = isNegative(groups) ? -1 : 1
  const currency = groups.before ?? groups.after
  return {
    value: sign * first + 0,
    ...(readings[1] !== undefined && { otherwise: sign * readings[1] + 0 }),
    isPercent: groups.percent !== undefined,
    ...(currency !== undefined && { currency }),
    hasDecimals: /[.,]\d{1,2}$/.test(core),
  }
}

/** ISO 4217, but for those that are written as other signs. */
const currencies: ReadonlySet<string> = new Set(
  `AED AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW KWD MAD MXN MYR NGN NOK NZD PEN PHP
  PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR`.split(/\s+/),
)

/** Other letters before what looks like a minus belong to the code of an article: `PAP-80`. */
const isOfCode = ({ before = '', minus }: Groups): boolean =>
  minus !== undefined && !isCurrency(before)

/** Not where it is three capitals that are no currency, such as those of `INV2292472`. */
export const isCurrency = (written: string): boolean =>
  !/^[A-Z]{3}$/.test(written) || currencies.has(written)

function isNegative({ open, close, sign, minus, trailing }: Groups): boolean {
  const inParentheses = open !== undefined && close !== undefined
  return inParentheses || (sign ?? '+') !== '+' || minus !== undefined || trailing !== undefined
}

function readingsOf(core: string, mark?: DecimalMark): readonly number[] {
  const digits = core.replace(/[ \u00a0\u202f'’]|(?<!-)-+$/g, '')
  if (/^\d+[.,]\d{3}$/.test(digits) && !digits.startsWith('0')) return ambiguous(digits, mark)
  return [Number(plainDecimal(digits))]
}

/** One separator and three digits: thousands, unless the separator is known to mark decimals. */
function ambiguous(digits: string, mark?: DecimalMark): readonly number[] {
  const thousands = Number(digits.replace(/[.,]/, ''))
  const decimals = Number(digits.replace(',', '.'))
  if (digits.indexOf(digits.match(/[.,]/)?.[0] ?? '') > 3) return [decimals]
  const decimalSign = (mark ?? 'point') === 'comma' ? ',' : '.'
  return digits.includes(decimalSign) ? [decimals, thousands] : [thousands, decimals]
}

/** Only the last separator can mark decimals, and only when it stands once. */
function plainDecimal(digits: string): string {
  const last = digits.match(/([.,])\d*$/)?.[1]
  if (!last) return digits
  const isOnce = digits.split(last).length === 2
  const others = digits.replaceAll(last === '.' ? ',' : '.', '')
  return isOnce ? others.replace(',', '.') : others.replaceAll(last, '')
}

/** The number that a short text states: it must state exactly one. */
export function parseNumber(text: string, mark?: DecimalMark): number | undefined {
  const found = findNumbers(text.trim(), mark)
  const isOther = /\p{N}/u.test(without(text.trim(), found))
  return found.length === 1 && !isOther ? found[0]?.value : undefined
}

/** The number that a text writes and nothing else, but for a currency. */
export function wholeNumber(text: string, mark?: DecimalMark): number | undefined {
  const [found] = findNumbers(text.trim(), mark)
  return found?.start === 0 && found.end === text.trim().length ? found.value : undefined
}

function without(text: string, found: readonly FoundNumber[]): string {
  return found.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

/** The mark that most amounts with two decimals in a text use. */
export function decimalMarkOf(text: string): DecimalMark | undefined {
  const commas = text.match(/\d,\d{2}(?![\d.,])/g)?.length ?? 0
  const points = text.match(/(?<![\d.]\d?)\d\.\d{2}(?![\d.,])/g)?.length ?? 0
  if (commas === points) return undefined
  return commas > points ? 'comma' : 'point'
}
