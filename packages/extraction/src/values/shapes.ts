import { digitLikeCharacters, toDigit } from './confusable.ts'
import { findDates } from './parse-date.ts'

/** A match in a text with its value in normal form. */
export type PatternMatch = {
  readonly start: number
  readonly end: number
  readonly value: string
  /** The text as printed, when letters mistaken for digits were corrected in `value`. */
  readonly printedText?: string
}

/** `requiredPattern` is a cheap test that skips most texts before the full pattern runs. */
function createFinder(
  pattern: RegExp,
  requiredPattern = /(?:)/,
): (text: string) => readonly PatternMatch[] {
  return (text) =>
    requiredPattern.test(text)
      ? [...text.matchAll(pattern)].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
          value: match[0],
        }))
      : []
}

const digit = /\d/

export const findBics = createFinder(
  /(?<![\p{L}\p{N}])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![\p{L}\p{N}])/gu,
)

export const findEmails = createFinder(
  /(?=[\p{L}\p{N}])(?<=(?<![\p{L}\p{N}._%+-])[._%+-]*)[\p{L}\p{N}._%+-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
  /@/,
)

/** Finds hosts without `www.` under a usual domain, such as `shop.example.com`. */
export const findBareHosts = createFinder(
  /(?<![@\p{L}\p{N}./-])(?:[a-z0-9-]{1,40}\.){1,3}(?:com|net|org|de|fr|es|it|nl|pl|cz|se|dk|no|fi|pt|at|ch|be|eu|co\.uk|io|shop|biz|info)(?![\p{L}\p{N}@-]|\.\p{L})/gu,
  /\./,
)

export const findWebsites = createFinder(
  /(?<![@\p{L}\p{N}.-])(?:https?:\/\/[^\s,;()<>]+|www\.[^\s,;()<>]+)(?<![.,])/gu,
  /www\.|:\/\//,
)

const findPhoneCandidates = createFinder(
  /(?<![\p{L}\p{N}/.-])(?:\(\+?\d{1,4}\)[\s-]*(?:\d[\s./-]{0,3}){5,12}|\+?(?:\d[\s./()-]{0,3}){7,14})\d(?![\p{L}\p{N}])/gu,
  digit,
)

/**
 * Finds at least eight digits in groups, with a country code after a plus sign or an area code in
 * brackets.
 */
export function findPhones(text: string): readonly PatternMatch[] {
  return findPhoneCandidates(text).filter(({ value }) => findDates(value).length === 0)
}

/** Finds account numbers in national formats: digits in groups, at most preceded by letters. */
export const findAccounts = createFinder(
  /(?<![\p{L}\p{N}])(?:[A-Z]{2}\s?)?\d[\d\s/-]{3,38}\d(?![\p{L}\p{N}])/gu,
  digit,
)

/** Finds VAT identification numbers in the formats of the member states, with or without spaces. */
const plainVatIds = createFinder(
  /(?<![\p{L}\p{N}])(?:ATU\d{8}|BE\s?[01]?(?:\s?\d){9}|BG\s?\d{9,10}|CHE[\s-]?\d{3}\.?\d{3}\.?\d{3}|CY\s?\d{8}[A-Z]|CZ\s?\d{8,10}|DE(?:\s?\d){9}|DK(?:\s?\d){8}|EE\s?\d{9}|EL\s?\d{9}|ES\s?[A-Z0-9]\d{7}[A-Z0-9]|FI\s?\d{8}|FR\s?[A-Z0-9]{2}(?:\s?\d){9}|GB(?:\s?\d){9}|HR\s?\d{11}|HU\s?\d{8}|IE\s?\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\s?\d{11}|LT\s?\d{9,12}|LU\s?\d{8}|LV\s?\d{11}|MT\s?\d{8}|NL\s?(?:\d[\s.]?){9}B\d{2}|PL\s?\d{10}|PT\s?\d{9}|RO\s?\d{2,10}|SE\s?\d{12}|SI\s?\d{8}|SK\s?\d{10})(?![\p{L}\p{N}])/gu,
  digit,
)

/**
 * Finds VAT identification numbers, including those with letters in place of digits that check
 * digits prove.
 */
export const findVatIds = (text: string): readonly PatternMatch[] => [
  ...plainVatIds(text),
  ...findCorrectedVatIds(text),
]

/** Finds Incoterms of the International Chamber of Commerce, 2010 and 2020. */
export const findIncoterms = createFinder(
  /(?<![\p{L}\p{N}])(?:EXW|FCA|CPT|CIP|DAP|DPU|DDP|DAT|FAS|FOB|CFR|CIF)(?![\p{L}\p{N}])/gu,
)

/**
 * Finds numbers of the French register (SIREN): nine digits with a valid Luhn checksum, alone or at
 * the beginning of a SIRET, in a text that names one of the registers.
 */
export function findSirens(text: string): readonly PatternMatch[] {
  if (!/siren|siret|r\.?c\.?s\b/i.test(text)) return []
  return createFinder(
    /(?<!\d[\s.]?)\d{3}[\s.]?\d{3}[\s.]?\d{3}(?=[\s.]?\d{5}(?!\d)|(?![\s.]?\d))/gu,
  )(text)
    .map((shape) => ({ ...shape, value: shape.value.replace(/[\s.]/g, '') }))
    .filter(({ value }) => isLuhn(value))
}

/**
 * Finds the first word with a digit, or the whole of a short text in capitals or digit groups: `INV
 * 2023-001`, `812 345 678 00019`.
 */
export function findIdentifiers(text: string): readonly PatternMatch[] {
  const wholeText = text.match(/^[\p{Lu}\d][\p{Lu}\d/._#-]*(?:\s[\p{Lu}\d/._#-]+){0,4}$/u)
  const wordWithDigit = [
    ...text.matchAll(/[\p{L}\p{N}#](?:[\p{L}\p{N}/._#-]*[\p{L}\p{N}])?/gu),
  ].find(([part]) => /\d/.test(part))
  const digitGroups = text.match(/^\d+(?: \d+){2,6}$/)
  if ((wholeText || digitGroups) && /\d/.test(text))
    return [{ start: 0, end: text.length, value: text }]
  return wordWithDigit
    ? [
        {
          start: wordWithDigit.index,
          end: wordWithDigit.index + wordWithDigit[0].length,
          value: wordWithDigit[0],
        },
      ]
    : []
}

/**
 * Check digit rules for VAT numbers that the member states publish for VIES, applied to the digits
 * after the country code.
 */
const checkByCountry: Readonly<
  Record<string, { readonly length: number; readonly isValid: (n: string) => boolean }>
> = {
  BE: { length: 10, isValid: (n) => 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8)) },
  DE: { length: 9, isValid: isMod11And10 },
  DK: { length: 8, isValid: (n) => weightedSum(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  FI: { length: 8, isValid: (n) => weightedSum(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: {
    length: 11,
    isValid: (n) => (12 + 3 * (Number(n.slice(2)) % 97)) % 97 === Number(n.slice(0, 2)),
  },
  IT: { length: 11, isValid: isLuhn },
  PL: {
    length: 10,
    isValid: (n) => weightedSum(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(n[9]),
  },
  PT: {
    length: 9,
    isValid: (n) =>
      ((11 - (weightedSum(n, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(n[8]),
  },
  SE: { length: 12, isValid: (n) => isLuhn(n.slice(0, 10)) },
}

const vatIdPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<country>${Object.keys(checkByCountry).join('|')})\s?(?<digits>[${digitLikeCharacters}](?:\s?[${digitLikeCharacters}]){7,11})(?![\p{L}\p{N}])`,
  'gu',
)

/**
 * Finds VAT numbers with letters in place of digits, where the check digits prove the corrected
 * number.
 */
function findCorrectedVatIds(text: string): readonly PatternMatch[] {
  return [...text.matchAll(vatIdPattern)]
    .map((match) => {
      const { country = '', digits: printedDigits = '' } = match.groups ?? {}
      const correctedDigits = [...printedDigits.replace(/\s/g, '')].map(toDigit).join('')
      const check = checkByCountry[country]
      const isProven = correctedDigits.length === check?.length && check.isValid(correctedDigits)
      if (!isProven || correctedDigits === printedDigits.replace(/\s/g, '')) return undefined
      const start = match.index
      return {
        start,
        end: start + match[0].length,
        value: country + correctedDigits,
        printedText: match[0],
      }
    })
    .filter((value) => value !== undefined)
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
}

/** ISO 7064 mod 11,10. */
function isMod11And10(digits: string): boolean {
  const product = [...digits.slice(0, -1)].reduce((carry, digit) => {
    const sum = (Number(digit) + carry) % 10 || 10
    return (2 * sum) % 11
  }, 10)
  return (11 - product) % 10 === Number(digits.at(-1))
}

/** Luhn checksum: every second digit from the right is doubled. */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
