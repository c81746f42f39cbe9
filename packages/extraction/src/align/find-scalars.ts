import { type Haystack, maxOccurrences, type Occurrence } from './haystack.ts'
import { type Passage, slicePassage } from './passage.ts'

type Span = { readonly start: number; readonly end: number }

/** Finds an amount in any notation: 1.234,56 or (1,234.56) or 1 234.56-. */
export function findNumber(haystack: Haystack, value: number): readonly Occurrence[] {
  const hasValue = (number: ReturnType<Haystack['numbers']>[number]['match']) =>
    isSame(number.value, value) ||
    isSame(number.alternative, value) ||
    (number.isPercent && isSame(number.value / 100, value))
  return haystack
    .numbers()
    .filter(({ match }) => hasValue(match))
    .slice(0, maxOccurrences)
    .flatMap(({ line, match }) => toOccurrences(haystack, line, match, String(value)))
}

function isSame(a: number | undefined, b: number): boolean {
  return a !== undefined && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b))
}

/** Finds a date in any notation. Both readings of 03/04/2025 support a value. */
export function findDate(haystack: Haystack, value: string): readonly Occurrence[] {
  const day = value.slice(0, 10)
  return haystack
    .dates()
    .filter(
      ({ match }) => match.iso === day || (!haystack.dateOrder && match.alternativeIso === day),
    )
    .slice(0, maxOccurrences)
    .flatMap(({ line, match }) => toOccurrences(haystack, line, match, value))
}

function toOccurrences(
  { document }: Haystack,
  line: Passage,
  { start, end }: Span,
  plainText: string,
): readonly Occurrence[] {
  const part = slicePassage(document, line, start, end)
  if (!part) return []
  const match = part.text === plainText ? 'exact' : 'normalised'
  return [[{ page: part.page, words: part.words, match }]]
}
