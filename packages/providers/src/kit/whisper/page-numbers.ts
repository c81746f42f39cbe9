import { parseRanges } from '@recto/document-text/page-ranges'

/**
 * The number of a page in the document, from its number in the text; both zero-based. The text holds the
 * chosen pages in the order of the document, whatever the order of the choice.
 */
export function pageNumbers(chosen: string): (index: number) => number {
  const ranges = (parseRanges(chosen) ?? []).toSorted((a, b) => a.from - b.from)
  return (index) => {
    let left = index
    let next = 1
    for (const { from, to } of ranges) {
      next = Math.max(next, from)
      const pages = Math.max(0, to - next + 1)
      if (left < pages) return next + left - 1
      left -= pages
      next += pages
    }
    return index
  }
}
