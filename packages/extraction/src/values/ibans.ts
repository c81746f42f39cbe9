import { toDigit, toLetter } from './confusable.ts'
import type { PatternMatch } from './shapes.ts'

/**
 * Account structure after the country code and the check digits, from the IBAN registry of SWIFT
 * (ISO 13616): runs of digits (n), letters (a) and either (c).
 */
const structureByCountry: Readonly<Record<string, string>> = {
  AD: 'n8c12',
  AT: 'n16',
  BE: 'n12',
  BG: 'a4n6c8',
  CH: 'n5c12',
  CY: 'n8c16',
  CZ: 'n20',
  DE: 'n18',
  DK: 'n14',
  EE: 'n16',
  ES: 'n20',
  FI: 'n14',
  FR: 'n10c11n2',
  GB: 'a4n14',
  GR: 'n7c16',
  HR: 'n17',
  HU: 'n24',
  IE: 'a4n14',
  IS: 'n22',
  IT: 'a1n10c12',
  LI: 'n5c12',
  LT: 'n16',
  LU: 'n3c13',
  LV: 'a4c13',
  MC: 'n10c11n2',
  MT: 'a4n5c18',
  NL: 'a4n10',
  NO: 'n11',
  PL: 'n24',
  PT: 'n21',
  RO: 'a4c16',
  SE: 'n20',
  SI: 'n15',
  SK: 'n20',
  SM: 'a1n10c12',
  TR: 'n5n1c16',
}

const characterKindsByCountry: ReadonlyMap<string, string> = new Map(
  Object.entries(structureByCountry).map(([country, structure]) => [
    country,
    `nn${structure.replace(/([nac])(\d+)/g, (_, kind: string, count: string) => kind.repeat(Number(count)))}`,
  ]),
)

/**
 * An IBAN, also in printed groups. The lower-case letters are those commonly misread for a one or a
 * zero.
 */
const ibanPattern =
  /(?<![\p{L}\p{N}])[A-Z]{2}\s?(?:\d[0-9OQDIZSGBlo]|[OQDIZSGBlo]\d)(?:\s?[A-Z0-9lo]){8,30}(?![\p{L}\p{N}])/gu

/**
 * Finds the IBANs of a text with valid check digits, correcting confused letters and digits where
 * necessary.
 */
export function findIbans(text: string): readonly PatternMatch[] {
  return [...text.matchAll(ibanPattern)]
    .map((match) => {
      const compactText = match[0].replace(/\s/g, '')
      const validPrefix = findValidPrefix(compactText)
      if (validPrefix) return toPatternMatch(match.index, match[0], validPrefix)
      const correctedText = correctConfusedCharacters(compactText)
      if (correctedText === undefined) return undefined
      const iban = toPatternMatch(match.index, match[0], correctedText)
      return { ...iban, printedText: text.slice(iban.start, iban.end) }
    })
    .filter((value) => value !== undefined)
}

/** Finds a text that looks like an IBAN but has wrong check digits, as printed. */
export function findInvalidIban(text: string): string | undefined {
  const [candidate] = text.match(ibanPattern) ?? []
  return candidate !== undefined && findIbans(text).length === 0 ? candidate : undefined
}

/**
 * Words after the IBAN may look like part of it, so the maximum prefix with valid check digits
 * counts.
 */
function findValidPrefix(compactText: string): string | undefined {
  const lengths = Array.from(
    { length: Math.max(compactText.length - 14, 0) },
    (_, index) => compactText.length - index,
  )
  return lengths.map((length) => compactText.slice(0, length)).find(hasValidCheckDigits)
}

/** Corrects each character to the kind required at its position in the IBANs of its country. */
function correctConfusedCharacters(compactText: string): string | undefined {
  const country = compactText.slice(0, 2)
  const kinds = characterKindsByCountry.get(country)
  if (!kinds || compactText.length < kinds.length + 2) return undefined
  const rest = [...kinds].map((kind, index) => {
    const character = compactText[index + 2] ?? ''
    if (kind === 'n') return toDigit(character)
    return kind === 'a' ? toLetter(character) : character
  })
  const correctedText = country + rest.join('')
  return hasValidCheckDigits(correctedText) ? correctedText : undefined
}

/** ISO 7064 mod 97-10, as required by ISO 13616. */
function hasValidCheckDigits(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return false
  const rotatedIban = iban.slice(4) + iban.slice(0, 4)
  const digits = rotatedIban.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

function toPatternMatch(start: number, printedText: string, value: string): PatternMatch {
  let charactersSeen = 0
  let length = 0
  while (length < printedText.length && charactersSeen < value.length) {
    if (printedText[length]?.trim()) charactersSeen += 1
    length += 1
  }
  return { start, end: start + length, value }
}
