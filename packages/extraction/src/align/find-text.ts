import { findInColumn } from './find-in-column.ts'
import {
  type Haystack,
  type Letters,
  maxOccurrences,
  type Occurrence,
  type Place,
  searchable,
} from './haystack.ts'

/**
 * Finds a text: first letter by letter across words and lines, then ignoring case, accents, spaces,
 * hyphenation and punctuation, and finally line by line down a column.
 */
export function findText(
  haystack: Haystack,
  value: string,
  limit = maxOccurrences,
): readonly Occurrence[] {
  const exact = value.normalize('NFC').replace(/\s/gu, '')
  if (exact === '') return []
  const asWritten = runs(haystack.exact(), exact, limit)
  if (asWritten.length > 0) return occurrencesOf(haystack, asWritten, value)

  const folded = searchable(value)
  if (folded === '') return []
  const normalised = runs(haystack.folded(), folded, limit)
  if (normalised.length > 0) return occurrencesOf(haystack, normalised, value)
  return findInColumn(haystack, folded, limit)
}

/** Number of the first and the last word of an occurrence. */
type Run = readonly [first: number, last: number]

function runs(letters: Letters, value: string, limit: number): readonly Run[] {
  const found: Run[] = []
  const breaks = breaksFor(letters, value)
  for (
    let index = letters.text.indexOf(value);
    index >= 0;
    index = letters.text.indexOf(value, index + 1)
  ) {
    const end = index + value.length
    if (!breaks(index) || !breaks(end)) continue
    found.push([letters.words[index] ?? 0, letters.words[end - 1] ?? 0])
    if (found.length === limit) break
  }
  return found
}

/** A value of letters may directly precede or follow a digit: the currency of `EUR12`. */
function breaksFor({ text, edges }: Letters, value: string): (index: number) => boolean {
  const isOfLetters = /^\p{L}+$/u.test(value)
  return (index) => {
    if (index >= text.length || edges[index]) return true
    return isOfLetters && /\d\p{L}|\p{L}\d/u.test(text.slice(index - 1, index + 1))
  }
}

function occurrencesOf(
  haystack: Haystack,
  found: readonly Run[],
  value: string,
): readonly Occurrence[] {
  const wanted = value.trim().replace(/\s+/gu, ' ')
  return found.map((run) => occurrenceOf(haystack, run, wanted))
}

function occurrenceOf(
  { document, words }: Haystack,
  [first, last]: Run,
  wanted: string,
): Occurrence {
  const run = Array.from({ length: last - first + 1 }, (_, i) => ({
    page: words.pages[first + i] ?? 0,
    word: words.indices[first + i] ?? 0,
  }))
  const quote = run.map(({ page, word }) => document.pages[page]?.words[word]?.text ?? '').join(' ')
  const match = quote.includes(wanted) ? 'exact' : 'normalised'
  const [head, ...rest] = Map.groupBy(run, ({ page }) => page)
  if (!head) throw new RangeError('A run of words is never empty.')
  const place = ([page, found]: typeof head): Place => ({
    page,
    words: found.map(({ word }) => word),
    match,
  })
  return [place(head), ...rest.map(place)]
}
