import type { FieldType } from '@recto/provider-spec/answer'

/**
 * Returns whether an answer equals the expected value in any notation. It shares no code with the extractor, which
 * would agree with its own mistakes.
 */
export function isSame(answer: unknown, truth: string | number, type: FieldType): boolean {
  if (type === 'number' || typeof truth === 'number') {
    const actual = amountIn(answer)
    const expected = amountIn(truth)
    return actual !== undefined && expected !== undefined && Math.abs(actual - expected) < 0.005
  }
  if (plain(answer) === plain(truth)) return true
  if (!isDay(truth) && type !== 'date') return false
  const actual = daysIn(String(answer))
  const expected = daysIn(truth)
  return actual.some((day) => expected.includes(day))
}

/** Compares texts without case, white space and punctuation. */
export function isSameText(answer: unknown, truth: string): boolean {
  const actual = lettersIn(answer)
  const expected = lettersIn(truth)
  return (
    actual !== '' &&
    (actual === expected || (/^www/.test(expected) && actual === `https${expected}`))
  )
}

/** Legal forms at the end of a company name, except words that a name may also end with. */
const legalForm =
  /[,\s]+(?:inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|gmbh|ag|kg|ug|e\.? ?k|sarl|s\.?a\.?r\.?l|sasu?|s\.?r\.?l|s\.?l|s\.?p\.?a|b\.?v|n\.?v|a\.?b|a\/s|aps|oy|s\.?r\.?o|sp\. ?z ?o\. ?o|lda|sdn\.? ?bhd|bhd|pte\.? ltd|pvt\.? ltd|pty\.? ltd)\.?$/i

/** Compares issuers; either of the two may omit the legal form. */
export function isSameIssuer(answer: unknown, truth: string): boolean {
  const [actual, expected] = [plain(answer), plain(truth)].map((name) =>
    name.replace(legalForm, ''),
  )
  return actual !== undefined && actual !== '' && actual === expected
}

/** Returns whether an expected value can be the answer: an account number is no answer to a question for an IBAN. */
export const isAnswerable = (key: string, truth: string | number): boolean =>
  !/iban/.test(key) || isIban(String(truth))

const plain = (value: unknown): string => String(value).replace(/\s+/g, ' ').trim()

const lettersIn = (value: unknown): string =>
  String(value)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Parses an amount from a number or a text such as `$8.20`, `RM31.60`, `1,007.50` or `1.007,50 €`. */
export function amountIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const [numberText] = value.match(/-?\s?\d[\d.,\s'’]*/) ?? []
  if (numberText === undefined) return undefined
  const digits = numberText.replace(/[\s'’]/g, '').replace(/[.,]+$/, '')
  // The last separator is the decimal point if one or two digits follow it.
  const cents = digits.match(/[.,](\d{1,2})$/)
  const whole = (cents ? digits.slice(0, cents.index) : digits).replace(/[.,]/g, '')
  return Number(`${whole}.${cents?.[1] ?? '0'}`)
}

const monthLanguages = 'en de fr es it nl pt pl cs sv da fi'.split(' ')
const foldText = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').toLowerCase()

/** Long and short month names as they occur in dates. */
const months: ReadonlyMap<string, number> = new Map(
  monthLanguages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, i) => {
        const parts = new Intl.DateTimeFormat(language, {
          day: 'numeric',
          month,
          year: 'numeric',
        }).formatToParts(new Date(Date.UTC(2024, i, 15, 12)))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        return [foldText(name).replace(/[^a-z]/g, ''), i + 1] as const
      }),
    ),
  ),
)

const isDay = (truth: string) => daysIn(truth).length > 0 && truth.length < 30

/** Returns all dates in a text as ISO 8601; `03/04/2025` is read as the third of April. */
function daysIn(text: string): readonly string[] {
  const parts = (foldText(text).match(/\d+|[a-z]+/g) ?? []).filter(
    (part) => /\d/.test(part) || months.has(part),
  )
  return parts.flatMap((_, index) => dayAt(parts.slice(index, index + 3)))
}

function dayAt([a = '', b = '', c = '']: readonly string[]): readonly string[] {
  const first = months.get(a)
  const second = months.get(b)
  if (first !== undefined) return dayOf(c, String(first), b)
  if (second !== undefined) return dayOf(c, String(second), a)
  if (a.length === 4) return dayOf(a, b, c)
  return [...dayOf(c, b, a), ...dayOf(c, a, b)].slice(0, 1)
}

function dayOf(year: string, month: string, day: string): readonly string[] {
  if (!/^(\d{4}|\d{2})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return []
  const full = year.length === 2 ? `20${year}` : year
  const date = new Date(Date.UTC(Number(full), Number(month) - 1, Number(day)))
  const isThere = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isThere && Number(full) >= 1900 ? [date.toISOString().slice(0, 10)] : []
}

const maxAmount = 1e9
const maxLength = 250

type Rule = {
  readonly keys: RegExp
  readonly isPossible: (text: string) => boolean
  readonly otherwise: string
}

/** Formats that a text must have if its key contains certain words. */
const rules: readonly Rule[] = [
  {
    keys: /e?mail/,
    isPossible: (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text),
    otherwise: 'no e-mail address',
  },
  {
    keys: /currency$/,
    isPossible: (text) => /^[A-Z]{3}$|^\p{Sc}$/u.test(text),
    otherwise: 'no currency',
  },
  {
    keys: /country_code/,
    isPossible: (text) => /^[A-Za-z]{2,3}$/.test(text),
    otherwise: 'no country code',
  },
  {
    keys: /^bic$|swift/,
    isPossible: (text) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text),
    otherwise: 'no BIC',
  },
  { keys: /iban/, isPossible: isIban, otherwise: 'no IBAN' },
  {
    keys: /phone|fax/,
    isPossible: (text) => text.replace(/\D/g, '').length >= 5,
    otherwise: 'no phone number',
  },
  {
    keys: /(?:)/,
    isPossible: (text) => /[\p{L}\p{N}\p{Sc}]/u.test(text),
    otherwise: 'no text',
  },
  { keys: /(?:)/, isPossible: (text) => text.length <= maxLength, otherwise: 'too long' },
]

/**
 * Returns why a value cannot be right whatever the document says, or undefined if it might be. This judges
 * answers without an expected value.
 */
export function absurdityOf(
  value: unknown,
  { key, type }: { readonly key: string; readonly type: FieldType },
): string | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'neither true nor false'
  if (type === 'date') return isPlausibleDay(plain(value)) ? undefined : 'no day'
  if (type === 'number' || /amount|total|price|sum$|tax$|balance/.test(key))
    return describeImplausibleAmount(value)
  const text = plain(value)
  return rules.find(({ keys, isPossible }) => keys.test(key) && !isPossible(text))?.otherwise
}

function isPlausibleDay(text: string): boolean {
  const [day] = daysIn(text)
  return day !== undefined && day < '2100'
}

function describeImplausibleAmount(value: unknown): string | undefined {
  const amount = amountIn(value)
  if (amount === undefined || !Number.isFinite(amount)) return 'no number'
  return Math.abs(amount) >= maxAmount ? 'more digits than an amount has' : undefined
}

/** Validates the check digits of an IBAN (ISO 13616). */
function isIban(text: string): boolean {
  const compactText = text.replace(/\s/g, '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(compactText)) return false
  const ibanDigits = (compactText.slice(4) + compactText.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return [...ibanDigits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
