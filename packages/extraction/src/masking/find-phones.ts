import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import {
  groupEnds,
  isDigit,
  isWordLetter,
  lettersOf,
  type MaskedSpan,
  type WalkStep,
  walk,
} from './span.ts'

/** Labels before a telephone number, in the languages of the vocabulary. */
const label =
  /(?:tel|telefon|telephone|telefono|telefoon|téléphone|teléfono|telefone|tél|phone|ph|fon|fone|fax|telefax|mobil|mobile|móvil|cell|handy|natel|gsm|puhelin|telefonas|tálefon|call us|hotline|whatsapp)[\p{L}]{0,8}[.:)\s-]{0,6}(?:n[or°]\.?[:\s]{0,3})?$/iu
/** Maximum length of a label before a number, in characters. */
const widestLabel = 40

const beginning = /(?<![\p{L}\p{N}]|[.,/-]\d{0,1})(?:\+|\(|\d)/gu
const day = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d{4}[./-]\d{1,2}[./-]\d{1,2})/
const leastDigits = 6
const mostDigits = 15

/**
 * Finds telephone numbers: with a country prefix, after a label such as `Tel.`, or valid in one of
 * the given countries.
 */
export function findPhoneSpans(text: string, countries: readonly string[]): readonly MaskedSpan[] {
  const known = countries.filter((country) => isSupportedCountry(country))
  const spans: MaskedSpan[] = []
  let behind = 0
  for (const { index } of text.matchAll(beginning)) {
    if (index < behind) continue
    const found = numberAt(text, index, known)
    if (!found) continue
    spans.push({ start: index, ...found, kind: 'PHONE' })
    behind = found.end
  }
  return spans
}

type Found = { readonly end: number; readonly normal: string }

function numberAt(
  text: string,
  start: number,
  countries: readonly CountryCode[],
): Found | undefined {
  const isPlus = text[start] === '+' || text.startsWith('(+', start)
  const steps = stepsFrom(text, start)
  if (steps.length < leastDigits) return undefined
  const candidates = groupEnds(steps)
    .filter((count) => count >= leastDigits)
    .map((count) => steps.slice(0, count))
    .filter((part) => !isWordLetter(text[part.at(-1)?.end ?? 0]))
  const isOutside = isPlus || lettersOf(steps).startsWith('00')
  if (isOutside) return withPrefix(candidates, isPlus)
  const [longest] = candidates
  const first = steps[0]?.end ?? start
  const printed = text.slice(first - 1, longest?.at(-1)?.end ?? first)
  if (!longest || day.test(printed)) return undefined
  const national = inCountry(candidates, { printed, start, text }, countries)
  if (national) return national
  const isLabelled = label.test(text.slice(Math.max(0, start - widestLabel), start))
  return isLabelled ? foundOf(longest, lettersOf(longest)) : undefined
}

function stepsFrom(text: string, start: number): readonly WalkStep[] {
  let index = start
  while (index - start < 3 && !isDigit(text[index])) index += 1
  return walk(text, index, { isWanted: isDigit, separators: '-./()', most: mostDigits + 2 })
}

const foundOf = (steps: readonly WalkStep[], normal: string): Found => ({
  end: steps.at(-1)?.end ?? 0,
  normal,
})

/** Returns the longest valid candidate, otherwise the longest possible one. */
function withPrefix(
  candidates: readonly (readonly WalkStep[])[],
  isPlus: boolean,
): Found | undefined {
  const parsed = candidates
    .map((steps) => {
      const digits = lettersOf(steps).replace(/^00/, '')
      const number = parsePhoneNumberFromString(`+${digits}`)
      return number ? { steps, number } : undefined
    })
    .filter((value) => value !== undefined)
  const best =
    parsed.find(({ number }) => number.isValid()) ??
    (isPlus ? parsed.find(({ number }) => number.isPossible()) : undefined)
  return best && foundOf(best.steps, best.number.number)
}

type Place = { readonly printed: string; readonly start: number; readonly text: string }

function inCountry(
  candidates: readonly (readonly WalkStep[])[],
  { printed, start, text }: Place,
  countries: readonly CountryCode[],
): Found | undefined {
  const isDialled = printed.startsWith('0') || text[start] === '('
  for (const steps of candidates) {
    if (!isDialled && !isGrouped(steps)) continue
    for (const country of countries) {
      const number = parsePhoneNumberFromString(lettersOf(steps), country)
      if (number?.isValid()) return foundOf(steps, number.number)
    }
  }
  return undefined
}

const leastGroups = 3
const leastInGroup = 2

/**
 * Whether there are at least three groups of two digits: a number without a dialing prefix may be
 * an amount or another number.
 */
function isGrouped(steps: readonly WalkStep[]): boolean {
  const starts = [
    0,
    ...steps
      .map(({ isApart }, i) => (isApart ? i : undefined))
      .filter((value) => value !== undefined),
  ]
  const sizes = starts.map((index, i) => (starts[i + 1] ?? steps.length) - index)
  return sizes.length >= leastGroups && sizes.every((size) => size >= leastInGroup)
}
