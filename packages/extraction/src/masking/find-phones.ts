import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import {
  collectLetters,
  isDigit,
  isWordLetter,
  joinLetters,
  type LetterStep,
  listGroupEnds,
  type MaskedSpan,
} from './span.ts'

/** Labels before a telephone number, in the languages of the vocabulary. */
const labelPattern =
  /(?:tel|telefon|telephone|telefono|telefoon|téléphone|teléfono|telefone|tél|phone|ph|fon|fone|fax|telefax|mobil|mobile|móvil|cell|handy|natel|gsm|puhelin|telefonas|tálefon|call us|hotline|whatsapp)[\p{L}]{0,8}[.:)\s-]{0,6}(?:n[or°]\.?[:\s]{0,3})?$/iu
/** Maximum length of a label before a number, in characters. */
const maxLabelLength = 40

const numberStartPattern = /(?<![\p{L}\p{N}]|[.,/-]\d{0,1})(?:\+|\(|\d)/gu
const datePattern = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d{4}[./-]\d{1,2}[./-]\d{1,2})/
const minDigits = 6
const maxDigits = 15

/**
 * Finds telephone numbers: with a country prefix, after a label such as `Tel.`, or valid in one of
 * the given countries.
 */
export function findPhoneSpans(text: string, countries: readonly string[]): readonly MaskedSpan[] {
  const supportedCountries = countries.filter((country) => isSupportedCountry(country))
  const spans: MaskedSpan[] = []
  let previousEnd = 0
  for (const { index } of text.matchAll(numberStartPattern)) {
    if (index < previousEnd) continue
    const match = findNumberAt(text, index, supportedCountries)
    if (!match) continue
    spans.push({ start: index, ...match, kind: 'PHONE' })
    previousEnd = match.end
  }
  return spans
}

type PhoneMatch = { readonly end: number; readonly normal: string }

function findNumberAt(
  text: string,
  start: number,
  countries: readonly CountryCode[],
): PhoneMatch | undefined {
  const isPlus = text[start] === '+' || text.startsWith('(+', start)
  const steps = collectDigits(text, start)
  if (steps.length < minDigits) return undefined
  const candidates = listGroupEnds(steps)
    .filter((count) => count >= minDigits)
    .map((count) => steps.slice(0, count))
    .filter((part) => !isWordLetter(text[part.at(-1)?.end ?? 0]))
  const isInternational = isPlus || joinLetters(steps).startsWith('00')
  if (isInternational) return findInternational(candidates, isPlus)
  const [fullCandidate] = candidates
  const first = steps[0]?.end ?? start
  const printedText = text.slice(first - 1, fullCandidate?.at(-1)?.end ?? first)
  if (!fullCandidate || datePattern.test(printedText)) return undefined
  const national = findNational(candidates, { printedText, start, text }, countries)
  if (national) return national
  const isLabelled = labelPattern.test(text.slice(Math.max(0, start - maxLabelLength), start))
  return isLabelled ? toPhoneMatch(fullCandidate, joinLetters(fullCandidate)) : undefined
}

function collectDigits(text: string, start: number): readonly LetterStep[] {
  let index = start
  while (index - start < 3 && !isDigit(text[index])) index += 1
  return collectLetters(text, index, {
    isWanted: isDigit,
    separators: '-./()',
    maxLetters: maxDigits + 2,
  })
}

const toPhoneMatch = (steps: readonly LetterStep[], normal: string): PhoneMatch => ({
  end: steps.at(-1)?.end ?? 0,
  normal,
})

/** Returns the longest valid candidate, otherwise the longest possible one. */
function findInternational(
  candidates: readonly (readonly LetterStep[])[],
  isPlus: boolean,
): PhoneMatch | undefined {
  const parsed = candidates
    .map((steps) => {
      const digits = joinLetters(steps).replace(/^00/, '')
      const number = parsePhoneNumberFromString(`+${digits}`)
      return number ? { steps, number } : undefined
    })
    .filter((value) => value !== undefined)
  const best =
    parsed.find(({ number }) => number.isValid()) ??
    (isPlus ? parsed.find(({ number }) => number.isPossible()) : undefined)
  return best && toPhoneMatch(best.steps, best.number.number)
}

type PrintedNumber = { readonly printedText: string; readonly start: number; readonly text: string }

function findNational(
  candidates: readonly (readonly LetterStep[])[],
  { printedText, start, text }: PrintedNumber,
  countries: readonly CountryCode[],
): PhoneMatch | undefined {
  const isDialled = printedText.startsWith('0') || text[start] === '('
  for (const steps of candidates) {
    if (!isDialled && !isGrouped(steps)) continue
    for (const country of countries) {
      const number = parsePhoneNumberFromString(joinLetters(steps), country)
      if (number?.isValid()) return toPhoneMatch(steps, number.number)
    }
  }
  return undefined
}

const minGroups = 3
const minGroupSize = 2

/**
 * Whether there are at least three groups of two digits: a number without a dialing prefix may be
 * an amount or another number.
 */
function isGrouped(steps: readonly LetterStep[]): boolean {
  const starts = [
    0,
    ...steps
      .map(({ followsSeparator }, i) => (followsSeparator ? i : undefined))
      .filter((value) => value !== undefined),
  ]
  const sizes = starts.map((index, i) => (starts[i + 1] ?? steps.length) - index)
  return sizes.length >= minGroups && sizes.every((size) => size >= minGroupSize)
}
