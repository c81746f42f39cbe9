import { findInColumn } from './find-in-column.ts'
import { type Haystack, type Letters, type Occurrence, type Place, searchable } from './haystack.ts'

/**
 * Finds a text: letter by letter across words and lines first, then without regard to case,
 * accents, blanks, hyphenation and punctuation, at last line by line down a column.
 */
export function findText(haystack: Haystack, value: string): readonly Occurrence[] {
  const exact = value.normalize('NFC').replace(/\s/gu, '')
  if (exact === '') return []
  const asWritten = runs(haystack.exact, exact).map((run) => occurrenceOf(haystack, run, value))
  if (asWritten.length > 0) return asWritten

  const folded = searchable(value)
  if (folded === '') return []
  const normalised = runs(haystack.folded, folded).map((run) => occurrenceOf(haystack, run, value))
  return normalised.length > 0 ? normalised : findInColumn(haystack, value)
}

/** The words of each occurrence, as first and last number. */
type Run = readonly [first: number, last: number]

function runs(letters: Letters, value: string): readonly Run[] {
  const found: Run[] = []
  for (let at = letters.text.indexOf(value); at >= 0; at = letters.text.indexOf(value, at + 1)) {
    const end = at + value.length
    if (breaks(letters, at, value) && breaks(letters, end, value))
      found.push([letters.words[at] ?? 0, letters.words[end - 1] ?? 0])
  }
  return found
}

/** A value of letters may stand against a digit: the currency of `EUR12`. */
function breaks({ text, edges }: Letters, at: number, value: string): boolean {
  if (at >= text.length || edges[at]) return true
  return /^\p{L}+$/u.test(value) && /\d\p{L}|\p{L}\d/u.test(text.slice(at - 1, at + 1))
}

function occurrenceOf(
  { document, words }: Haystack,
  [first, last]: Run,
  value: string,
): Occurrence {
  const run = words.slice(first, last + 1)
  const quote = run.map(({ page, word }) => document.pages[page]?.words[word]?.text ?? '').join(' ')
  const match = quote.includes(value.trim().replace(/\s+/gu, ' ')) ? 'exact' : 'normalised'
  const [head, ...rest] = Map.groupBy(run, ({ page }) => page)
  if (!head) throw new RangeError('A run of words is never empty.')
  const place = ([page, found]: typeof head): Place => ({
    page,
    words: found.map(({ word }) => word),
    match,
  })
  return [place(head), ...rest.map(place)]
}
