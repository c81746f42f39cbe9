import { findInColumn } from './find-in-column.ts'
import {
  type Haystack,
  type Letters,
  maxOccurrences,
  type Occurrence,
  toSearchText,
  type ValuePosition,
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
  const exactRuns = findRuns(haystack.exact(), exact, limit)
  if (exactRuns.length > 0) return toOccurrences(haystack, exactRuns, value)

  const foldedValue = toSearchText(value)
  if (foldedValue === '') return []
  const foldedRuns = findRuns(haystack.folded(), foldedValue, limit)
  if (foldedRuns.length > 0) return toOccurrences(haystack, foldedRuns, value)
  return findInColumn(haystack, foldedValue, limit)
}

/** Number of the first and the last word of an occurrence. */
type WordRun = readonly [first: number, last: number]

function findRuns(letters: Letters, value: string, limit: number): readonly WordRun[] {
  const foundRuns: WordRun[] = []
  const isBoundary = createBoundaryTest(letters, value)
  for (
    let index = letters.text.indexOf(value);
    index >= 0;
    index = letters.text.indexOf(value, index + 1)
  ) {
    const end = index + value.length
    if (!isBoundary(index) || !isBoundary(end)) continue
    foundRuns.push([letters.words[index] ?? 0, letters.words[end - 1] ?? 0])
    if (foundRuns.length === limit) break
  }
  return foundRuns
}

/** A value of letters may directly precede or follow a digit: the currency of `EUR12`. */
function createBoundaryTest({ text, edges }: Letters, value: string): (index: number) => boolean {
  const isOfLetters = /^\p{L}+$/u.test(value)
  return (index) => {
    if (index >= text.length || edges[index]) return true
    return isOfLetters && /\d\p{L}|\p{L}\d/u.test(text.slice(index - 1, index + 1))
  }
}

function toOccurrences(
  haystack: Haystack,
  runs: readonly WordRun[],
  value: string,
): readonly Occurrence[] {
  const text = value.trim().replace(/\s+/gu, ' ')
  return runs.map((run) => toOccurrence(haystack, run, text))
}

function toOccurrence(
  { document, words }: Haystack,
  [first, last]: WordRun,
  value: string,
): Occurrence {
  const run = Array.from({ length: last - first + 1 }, (_, i) => ({
    page: words.pages[first + i] ?? 0,
    word: words.indices[first + i] ?? 0,
  }))
  const quote = run.map(({ page, word }) => document.pages[page]?.words[word]?.text ?? '').join(' ')
  const match = quote.includes(value) ? 'exact' : 'normalised'
  const [head, ...rest] = Map.groupBy(run, ({ page }) => page)
  if (!head) throw new RangeError('A run of words is never empty.')
  const toPosition = ([page, pageWords]: typeof head): ValuePosition => ({
    page,
    words: pageWords.map(({ word }) => word),
    match,
  })
  return [toPosition(head), ...rest.map(toPosition)]
}
