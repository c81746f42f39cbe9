import { isLuhn } from '../values/shapes.ts'
import {
  collectLetters,
  isDigit,
  isWordLetter,
  joinLetters,
  type LetterStep,
  listGroupEnds,
  type MaskedSpan,
} from './span.ts'

/** Length of an account number by country, from the IBAN registry of SWIFT (ISO 13616). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
  ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20
  LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29
  PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const countryPattern = /(?<![\p{L}\p{N}])[A-Za-z]{2}/gu
const accountLetterPattern = /[A-Za-z0-9]/

/**
 * Finds IBANs. Wrong check digits are accepted: a misread account number is still personal data.
 */
export function findIbanSpans(text: string): readonly MaskedSpan[] {
  return [...text.matchAll(countryPattern)]
    .map(({ index }) => {
      const length = ibanLengths.get(text.slice(index, index + 2).toUpperCase())
      if (length === undefined) return undefined
      const isWanted = (letter: string) => accountLetterPattern.test(letter)
      const steps = collectLetters(text, index, { isWanted, separators: '-.', maxLetters: length })
      const plain = joinLetters(steps).toUpperCase()
      const end = steps.at(-1)?.end ?? index
      const isWhole = steps.length === length && !isWordLetter(text[end])
      if (!isWhole || !looksLikeAccount(plain)) return undefined
      return { start: index, end, kind: 'IBAN', normal: plain } as const
    })
    .filter((value) => value !== undefined)
}

/**
 * Whether two digits, or letters often misread for digits, follow the country code, and at least
 * half of the rest are digits.
 */
function looksLikeAccount(plain: string): boolean {
  if (!/^[A-Z]{2}[0-9OQDIZSGBL]{2}/.test(plain)) return false
  return plain.replace(/\D/g, '').length * 2 >= plain.length
}

const maxDigits = 19
const minDigits = 13

/**
 * Finds payment card numbers: 13 to 19 digits with a valid Luhn checksum, in the groups that cards
 * print.
 */
export function findCardSpans(text: string): readonly MaskedSpan[] {
  const spans: MaskedSpan[] = []
  let previousEnd = 0
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])[2-6]/gu)) {
    if (index < previousEnd) continue
    const steps = collectLetters(text, index, {
      isWanted: isDigit,
      separators: '-',
      maxLetters: maxDigits,
    })
    const count = listGroupEnds(steps).find((end) => isCard(text, steps.slice(0, end)))
    if (count === undefined) continue
    const card = steps.slice(0, count)
    const end = card.at(-1)?.end ?? index
    spans.push({ start: index, end, kind: 'CARD', normal: joinLetters(card) })
    previousEnd = end
  }
  return spans
}

/** Whether the digits form four groups of four, 4-6-5, 4-6-4 or a single group. */
function isCard(text: string, steps: readonly LetterStep[]): boolean {
  if (steps.length < minDigits || isWordLetter(text[steps.at(-1)?.end ?? 0])) return false
  const starts = steps
    .map(({ followsSeparator }, i) => (followsSeparator ? i : undefined))
    .filter((value) => value !== undefined)
  const isPrinted = starts.length === 0 || starts[0] === 4
  return isPrinted && isLuhn(joinLetters(steps))
}
