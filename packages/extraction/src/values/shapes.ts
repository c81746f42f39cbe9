import { findDates } from './parse-date.ts'
import type { Shape } from './shape.ts'
import { findMendedVatIds, isLuhn } from './vat-checks.ts'

/** Most texts hold none, as a sign without which there is none tells at once. */
function simple(pattern: RegExp, sign = /(?:)/): (text: string) => readonly Shape[] {
  return (text) =>
    sign.test(text)
      ? [...text.matchAll(pattern)].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
          value: match[0],
        }))
      : []
}

const digit = /\d/

export const findBics = simple(
  /(?<![\p{L}\p{N}])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![\p{L}\p{N}])/gu,
)

export const findEmails = simple(
  /(?=[\p{L}\p{N}])(?<=(?<![\p{L}\p{N}._%+-])[._%+-]*)[\p{L}\p{N}._%+-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
  /@/,
)

/** Without `www.`: a host under a usual domain, such as `shop.example.com`. */
export const findBareHosts = simple(
  /(?<![@\p{L}\p{N}./-])(?:[a-z0-9-]{1,40}\.){1,3}(?:com|net|org|de|fr|es|it|nl|pl|cz|se|dk|no|fi|pt|at|ch|be|eu|co\.uk|io|shop|biz|info)(?![\p{L}\p{N}@-]|\.\p{L})/gu,
  /\./,
)

export const findWebsites = simple(
  /(?<![@\p{L}\p{N}.-])(?:https?:\/\/[^\s,;()<>]+|www\.[^\s,;()<>]+)(?<![.,])/gu,
  /www\.|:\/\//,
)

/** At least eight digits in groups, with those of a plus sign's country or a bracketed area. */
export function findPhones(text: string): readonly Shape[] {
  return phones(text).filter(({ value }) => findDates(value).length === 0)
}

const phones = simple(
  /(?<![\p{L}\p{N}/.-])(?:\(\+?\d{1,4}\)[\s-]*(?:\d[\s./-]{0,3}){5,12}|\+?(?:\d[\s./()-]{0,3}){7,14})\d(?![\p{L}\p{N}])/gu,
  digit,
)

/** Account numbers of a country: digits in groups, with letters before them at most. */
export const findAccounts = simple(
  /(?<![\p{L}\p{N}])(?:[A-Z]{2}\s?)?\d[\d\s/-]{3,38}\d(?![\p{L}\p{N}])/gu,
  digit,
)

/** VAT identification numbers in the forms of the member states, with or without blanks. */
const plainVatIds = simple(
  /(?<![\p{L}\p{N}])(?:ATU\d{8}|BE\s?[01]?(?:\s?\d){9}|BG\s?\d{9,10}|CHE[\s-]?\d{3}\.?\d{3}\.?\d{3}|CY\s?\d{8}[A-Z]|CZ\s?\d{8,10}|DE(?:\s?\d){9}|DK(?:\s?\d){8}|EE\s?\d{9}|EL\s?\d{9}|ES\s?[A-Z0-9]\d{7}[A-Z0-9]|FI\s?\d{8}|FR\s?[A-Z0-9]{2}(?:\s?\d){9}|GB(?:\s?\d){9}|HR\s?\d{11}|HU\s?\d{8}|IE\s?\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\s?\d{11}|LT\s?\d{9,12}|LU\s?\d{8}|LV\s?\d{11}|MT\s?\d{8}|NL\s?(?:\d[\s.]?){9}B\d{2}|PL\s?\d{10}|PT\s?\d{9}|RO\s?\d{2,10}|SE\s?\d{12}|SI\s?\d{8}|SK\s?\d{10})(?![\p{L}\p{N}])/gu,
  digit,
)

/** The same, also with letters for digits where check digits prove what is meant. */
export const findVatIds = (text: string): readonly Shape[] => [
  ...plainVatIds(text),
  ...findMendedVatIds(text),
]

/** The delivery terms of the International Chamber of Commerce, 2010 and 2020. */
export const findIncoterms = simple(
  /(?<![\p{L}\p{N}])(?:EXW|FCA|CPT|CIP|DAP|DPU|DDP|DAT|FAS|FOB|CFR|CIF)(?![\p{L}\p{N}])/gu,
)

/**
 * The French register number SIREN: nine digits with a valid Luhn sum, alone or at the beginning of
 * a SIRET, on a line that names one of the registers.
 */
export function findSirens(text: string): readonly Shape[] {
  if (!/siren|siret|r\.?c\.?s\b/i.test(text)) return []
  return simple(/(?<!\d[\s.]?)\d{3}[\s.]?\d{3}[\s.]?\d{3}(?=[\s.]?\d{5}(?!\d)|(?![\s.]?\d))/gu)(
    text,
  )
    .map((shape) => ({ ...shape, value: shape.value.replace(/[\s.]/g, '') }))
    .filter(({ value }) => isLuhn(value))
}

/** The first word with a digit, or the whole of a short text in capitals or of digits in groups: `INV 2023-001`, `812 345 678 00019`. */
export function findIdentifiers(text: string): readonly Shape[] {
  const whole = text.match(/^[\p{Lu}\d][\p{Lu}\d/._#-]*(?:\s[\p{Lu}\d/._#-]+){0,2}$/u)
  const word = [...text.matchAll(/[\p{L}\p{N}#](?:[\p{L}\p{N}/._#-]*[\p{L}\p{N}])?/gu)].find(
    ([part]) => /\d/.test(part),
  )
  const groups = text.match(/^\d+(?: \d+){2,6}$/)
  if ((whole || groups) && /\d/.test(text)) return [{ start: 0, end: text.length, value: text }]
  return word ? [{ start: word.index, end: word.index + word[0].length, value: word[0] }] : []
}
