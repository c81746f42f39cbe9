import { asDigit, asLetter } from './confusable.ts'
import type { Shape } from './shape.ts'

/**
 * What follows the country and the check digits, by the IBAN registry of SWIFT (ISO 13616): runs of
 * digits (n), letters (a) and either (c).
 */
const structures: Readonly<Record<string, string>> = {
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

const kindsOf: ReadonlyMap<string, string> = new Map(
  Object.entries(structures).map(([country, structure]) => [
    country,
    `nn${structure.replace(/([nac])(\d+)/g, (_, kind: string, count: string) => kind.repeat(Number(count)))}`,
  ]),
)

/** In groups as people print them; the small letters are those that are read for a one and a nought. */
const written =
  /(?<![\p{L}\p{N}])[A-Z]{2}\s?(?:\d[0-9OQDIZSGBlo]|[OQDIZSGBlo]\d)(?:\s?[A-Z0-9lo]){8,30}(?![\p{L}\p{N}])/gu

/** The bank accounts of a text whose check digits agree, if need be once letters that look alike are mended. */
export function findIbans(text: string): readonly Shape[] {
  return [...text.matchAll(written)].flatMap((match) => {
    const plain = match[0].replace(/\s/g, '')
    const whole = longestValid(plain)
    if (whole) return [shapeOf(match.index, match[0], whole)]
    const mended = mend(plain)
    if (mended === undefined) return []
    const shape = shapeOf(match.index, match[0], mended)
    return [{ ...shape, mended: text.slice(shape.start, shape.end) }]
  })
}

/** What looks like an account without agreeing check digits, as it is printed. */
export function findWrongIban(text: string): string | undefined {
  const [found] = text.match(written) ?? []
  return found !== undefined && findIbans(text).length === 0 ? found : undefined
}

/** Words after the account may look like its end: the longest part whose check digits agree counts. */
function longestValid(plain: string): string | undefined {
  const lengths = Array.from({ length: Math.max(plain.length - 14, 0) }, (_, i) => plain.length - i)
  return lengths.map((length) => plain.slice(0, length)).find(hasValidCheckDigits)
}

/** Each character by what must stand in its place in the accounts of its country. */
function mend(plain: string): string | undefined {
  const country = plain.slice(0, 2)
  const kinds = kindsOf.get(country)
  if (!kinds || plain.length < kinds.length + 2) return undefined
  const rest = [...kinds].map((kind, i) => {
    const character = plain[i + 2] ?? ''
    if (kind === 'n') return asDigit(character)
    return kind === 'a' ? asLetter(character) : character
  })
  const mended = country + rest.join('')
  return hasValidCheckDigits(mended) ? mended : undefined
}

/** ISO 7064 mod 97-10, as ISO 13616 asks for. */
function hasValidCheckDigits(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return false
  const turned = iban.slice(4) + iban.slice(0, 4)
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

function shapeOf(index: number, written: string, value: string): Shape {
  let letters = 0
  let end = 0
  while (end < written.length && letters < value.length) {
    if (written[end]?.trim()) letters += 1
    end += 1
  }
  return { start: index, end: index + end, value }
}
