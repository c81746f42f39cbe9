import { parseRanges } from '@recto/document-text/page-ranges'

/**
 * Returns a function that maps a page number in the text to one in the document; both are zero-based.
 * The text has the selected pages in document order, whatever the order of the selection.
 */
export function pageNumbers(selection: string): (index: number) => number {
  const ranges = (parseRanges(selection) ?? []).toSorted((a, b) => a.from - b.from)
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
