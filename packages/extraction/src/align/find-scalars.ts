import type { AnyNumber } from '@recto/exact-json/exact-number'
import { statesNumber } from '../values/parse-number.ts'
import { type Haystack, maxOccurrences, type Occurrence } from './haystack.ts'
import { type Passage, slicePassage } from './passage.ts'

type Span = { readonly start: number; readonly end: number }

/**
 * Finds an amount in any notation: 1.234,56 or (1,234.56) or 1 234.56-. Every digit and the sign must be
 * the same.
 */
export function findNumber(haystack: Haystack, value: AnyNumber): readonly Occurrence[] {
  return haystack
    .numbers()
    .filter(({ match }) => statesNumber(match, value))
    .slice(0, maxOccurrences)
    .flatMap(({ line, match }) => toOccurrences(haystack, line, match, String(value)))
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
