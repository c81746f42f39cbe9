import { findVatIds } from '../values/shapes.ts'
import { collectLetters, isDigit, isWordLetter, joinLetters, type MaskedSpan } from './span.ts'

/** Lengths of VAT numbers after the country code, by country. */
const vatLengths: Readonly<Record<string, readonly number[]>> = {
  AT: [9],
  BE: [10],
  BG: [9, 10],
  CY: [9],
  CZ: [8, 9, 10],
  DE: [9],
  DK: [8],
  EE: [9],
  EL: [9],
  ES: [9],
  FI: [8],
  FR: [11],
  GB: [9, 12],
  GR: [9],
  HR: [11],
  HU: [8],
  IE: [8, 9],
  IT: [11],
  LT: [9, 12],
  LU: [8],
  LV: [11],
  MT: [8],
  NL: [12],
  NO: [9],
  PL: [10],
  PT: [9],
  RO: [6, 7, 8, 9, 10],
  SE: [12],
  SI: [8],
  SK: [10],
}

/**
 * Formats that only tax numbers have: of Germany, the United States, Brazil, Italy, Spain,
 * Switzerland and India.
 */
const taxIdPatterns: readonly RegExp[] = [
  /(?<![\d/])\d{2,3}\/\d{3}\/\d{4,5}(?![\d/])/g,
  /(?<![\d-])\d{2}-\d{7}(?![\d-])/g,
  /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g,
  /(?<!\d)\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?!\d)/g,
  /(?<![\p{L}\p{N}])[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z](?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[XYZ]?\d{7,8}-?[A-Z](?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])CHE[ -]?\d{3}[. ]?\d{3}[. ]?\d{3}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]{3}(?![\p{L}\p{N}])/gu,
]

/** Finds tax numbers of people and companies, with and without a country code. */
export function findTaxIdSpans(text: string): readonly MaskedSpan[] {
  return [
    ...findVatIds(text).map(({ start, end }) => toSpan(text, start, end)),
    ...findWithCountry(text),
    ...taxIdPatterns.flatMap((form) =>
      [...text.matchAll(form)].map(({ 0: match, index }) =>
        toSpan(text, index, index + match.length),
      ),
    ),
    ...findLabelled(text),
  ]
}

const toSpan = (text: string, start: number, end: number): MaskedSpan => ({
  start,
  end,
  kind: 'TAXID',
  normal: text
    .slice(start, end)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase(),
})

const idLetter = /[A-Z0-9]/

function findWithCountry(text: string): readonly MaskedSpan[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2}(?=[\s.-]{0,3}[A-Z0-9])/gu)]
    .map(({ 0: country, index }) => {
      const validLengths = vatLengths[country]
      if (!validLengths) return undefined
      const isWanted = (letter: string) => idLetter.test(letter)
      const maxLetters = 2 + Math.max(...validLengths)
      const steps = collectLetters(text, index, { isWanted, separators: '.-', maxLetters })
      const idLength = validLengths.toReversed().find((length) => {
        const last = steps[length + 1]
        const plain = joinLetters(steps.slice(2, length + 2))
        const digits = plain.replace(/\D/g, '').length
        return last && !isWordLetter(text[last.end]) && digits >= length - 3
      })
      const end = idLength === undefined ? undefined : steps[idLength + 1]?.end
      return end === undefined ? undefined : toSpan(text, index, end)
    })
    .filter((value) => value !== undefined)
}

/** Labels before a tax number; tax rates and amounts have none of them. */
const labelPattern =
  /(?<![\p{L}\p{N}])(?:steuer-?\s?(?:nr|nummer|id(?:entifikationsnummer)?|ident-?nr)|st\.?-?\s?nr|ust\.?-?\s?id(?:-?\s?nr)?|mwst\.?-?\s?(?:nr|nummer)|(?:vat|tax|gst)\s?(?:id|no|nr|number|reg|registration|payer)|tin|ein|ssn|utr|abn|nif|cif|nie|siret|siren|n°?\s?tva|tva\s?(?:intra|n°|no)|codice\s?fiscale|p(?:artita|\.)\s?iva|cpf|cnpj|gstin|bsn|pesel|nip|regon|dič|ič|btw-?\s?(?:nr|nummer|id)|oib|cvr|org\.?-?\s?n[or])(?![\p{L}\p{N}])/giu
/** Maximum distance from label to number, in characters. */
const maxLabelDistance = 48
const minDigits = 6

function findLabelled(text: string): readonly MaskedSpan[] {
  return [...text.matchAll(labelPattern)].flatMap(({ 0: labelText, index }) => {
    const from = index + labelText.length
    const window = text.slice(from, from + maxLabelDistance)
    const first = /[0-9]|(?<![\p{L}])[A-Z]{1,3}[ -]?(?=\d)/u.exec(window)
    if (!first || /[\n,;%]/.test(window.slice(0, first.index).trimStart())) return []
    const isWanted = (letter: string) => idLetter.test(letter)
    const start = from + first.index
    const steps = collectLetters(text, start, { isWanted, separators: './-', maxLetters: 20 })
    let count = steps.length
    // Words after the number are not part of it.
    while (count > 0 && !isDigit(steps[count - 1]?.letter) && hasWordAt(steps, count)) count -= 1
    const id = steps.slice(0, count)
    const digits = id.filter(({ letter }) => isDigit(letter)).length
    const end = id.at(-1)?.end
    return end === undefined || digits < minDigits ? [] : [toSpan(text, start, end)]
  })
}

/** Whether the letter before this index belongs to a group without digits. */
function hasWordAt(
  steps: readonly { letter: string; followsSeparator: boolean }[],
  count: number,
): boolean {
  for (let i = count - 1; i >= 0; i--) {
    if (isDigit(steps[i]?.letter)) return false
    if (steps[i]?.followsSeparator) return true
  }
  return false
}
