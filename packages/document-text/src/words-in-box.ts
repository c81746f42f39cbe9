import type { Box, Page } from './model.ts'
import { uniteBoxes } from './unite-boxes.ts'

/** What stands in a part of a page: its words as one text, and a box for each line of them. */
export type WordsInBox = { readonly text: string; readonly boxes: readonly Box[] }

/**
 * The words that lie in a box by more than half of their width and of their height, in reading order. None gives an
 * empty text.
 */
export function wordsInBox(page: Page, box: Box): WordsInBox {
  const lines = page.lines
    .map(({ start, end }) => {
      const words = page.words.slice(start, end).filter((word) => liesIn(word.box, box))
      return words.length > 0 ? words : undefined
    })
    .filter((value) => value !== undefined)
  return {
    text: lines
      .flat()
      .map(({ text }) => text)
      .join(' '),
    boxes: lines.map((words) => uniteBoxes(words.map((word) => word.box))),
  }
}

/** Whether more than half of the width and of the height of a box lies in another one. */
export function liesIn([x0, y0, x1, y1]: Box, [left, top, right, bottom]: Box): boolean {
  const width = Math.min(x1, right) - Math.max(x0, left)
  const height = Math.min(y1, bottom) - Math.max(y0, top)
  return width > 0 && height > 0 && width * 2 > x1 - x0 && height * 2 > y1 - y0
}
