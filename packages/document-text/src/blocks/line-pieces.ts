import type { Box, Page, Word } from '../model.ts'
import { hasRightToLeft, runsMostlyLeft } from '../text-direction.ts'
import { uniteBoxes } from '../unite-boxes.ts'

/** Words of a line with blanks between them. */
export type LinePiece = { readonly text: string; readonly box: Box }

/** A line as people see it: pieces that stand beside each other. */
export type PageLine = { readonly pieces: readonly LinePiece[]; readonly box: Box }

/** Wider gaps, in line heights, separate two cells. */
const widestBlank = 1.2

/** Returns the lines of a page from top to bottom, split at wide gaps. Words in another direction stay one piece. */
export function toPageLines(page: Page, isFromRight: boolean): PageLine[] {
  const lines = page.lines
    .map(({ start, end, angle }) => {
      const words = page.words.slice(start, end).filter(({ text }) => text !== '')
      if (words.length === 0) return undefined
      const pieces = angle === undefined ? piecesOf(words) : [pieceOf(words)]
      return { pieces, box: uniteBoxes(words.map(({ box }) => box)) }
    })
    .filter((value) => value !== undefined)
  return joinRows(lines, isFromRight)
}

/** Whether the page begins at its right edge. */
export function isMirrored({ words }: Page): boolean {
  return runsMostlyLeft(words.map(({ text }) => text))
}

function piecesOf(words: readonly Word[]): LinePiece[] {
  if (words.some(({ text }) => hasRightToLeft(text))) return piecesByPlace(words)
  const groups: Word[][] = []
  let last: Word | undefined
  for (const word of words) {
    const height = Math.min(word.box[3] - word.box[1], last ? last.box[3] - last.box[1] : Infinity)
    const gap = last ? word.box[0] - last.box[2] : Infinity
    if (!last || gap > widestBlank * height || gap < -height) groups.push([])
    groups.at(-1)?.push(word)
    last = word
  }
  return groups.map(pieceOf)
}

/** In a line with text that runs from the right, words that are read one after the other may stand apart. */
function piecesByPlace(words: readonly Word[]): LinePiece[] {
  const order = new Map(words.map((word, i) => [word, i]))
  const groups: Word[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const word of words.toSorted((a, b) => a.box[0] - b.box[0])) {
    const [start, top, right, bottom] = word.box
    if (start - end > widestBlank * (bottom - top)) groups.push([])
    groups.at(-1)!.push(word)
    end = Math.max(end, right)
  }
  const readGroups = groups.map((group) => group.sort((a, b) => order.get(a)! - order.get(b)!))
  return readGroups.sort((a, b) => order.get(a[0]!)! - order.get(b[0]!)!).map(pieceOf)
}

const pieceOf = (words: readonly Word[]): LinePiece => ({
  text: words.map(({ text }) => text).join(' '),
  box: uniteBoxes(words.map(({ box }) => box)),
})

/** Lines whose middles lie in each other are one row: the cells of a table may be lines of their own. */
function joinRows(lines: readonly PageLine[], isFromRight: boolean): PageLine[] {
  const order = isFromRight ? -1 : 1
  const rows: PageLine[] = []
  for (const line of lines) {
    const row = rows.at(-1)
    if (row && isBeside(row.box, line.box)) {
      const pieces = [...row.pieces, ...line.pieces].sort((a, b) => order * (a.box[0] - b.box[0]))
      rows[rows.length - 1] = { pieces, box: uniteBoxes([row.box, line.box]) }
    } else rows.push(line)
  }
  return rows
}

function isBeside(a: Box, b: Box): boolean {
  const middle = (b[1] + b[3]) / 2
  const overlaps = b[0] < a[2] && a[0] < b[2]
  return !overlaps && middle > a[1] && middle < a[3]
}
