import { type Haystack, maxOccurrences, type Occurrence } from './haystack.ts'
import { type Passage, slicePassage } from './passage.ts'

type Span = { readonly start: number; readonly end: number }

/** Finds an amount in any notation: 1.234,56 or (1,234.56) or 1 234.56-. */
export function findNumber(haystack: Haystack, value: number): readonly Occurrence[] {
  const isMeant = (found: ReturnType<Haystack['numbers']>[number]['found']) =>
    isSame(found.value, value) ||
    isSame(found.alternative, value) ||
    (found.isPercent && isSame(found.value / 100, value))
  return haystack
    .numbers()
    .filter(({ found }) => isMeant(found))
    .slice(0, maxOccurrences)
    .flatMap(({ line, found }) => occurrence(haystack, line, found, String(value)))
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
      ({ found }) => found.iso === day || (!haystack.dateOrder && found.alternativeIso === day),
    )
    .slice(0, maxOccurrences)
    .flatMap(({ line, found }) => occurrence(haystack, line, found, value))
}

function occurrence(
  { document }: Haystack,
  line: Passage,
  { start, end }: Span,
  plainly: string,
): readonly Occurrence[] {
  const part = slicePassage(document, line, start, end)
  if (!part) return []
  const match = part.text === plainly ? 'exact' : 'normalised'
  return [[{ page: part.page, words: part.words, match }]]
}
