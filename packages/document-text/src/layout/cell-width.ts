import type { FramedWord } from './text-frame.ts'

/** Maximum number of columns of an unstretched page, and the limits of the stretch factor. */
const maxColumns = 500
const minStretch = 0.1
const maxStretch = 10

/**
 * The mean width of a letter on the page, in points, divided by how far columns are to move apart; not so
 * small that a page of tiny letters becomes endlessly wide.
 */
export function cellWidth(words: readonly FramedWord[], stretch = 1): number {
  let letters = 0
  let width = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { text, start, end } of words) {
    letters += text.length
    width += end - start
    first = Math.min(first, start)
    last = Math.max(last, end)
  }
  const letter = width > 0 && letters > 0 ? width / letters : 1
  const factor = Math.min(Math.max(stretch, minStretch), maxStretch)
  return Math.max(letter, (last - first) / maxColumns) / factor
}
