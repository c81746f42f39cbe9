import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'

/** Points between two parts of a page that are drawn one by one. */
const gap = 24
/** Each costs a walk through all objects of the page, and what it leaves out costs its letters. */
const mostParts = 8
/** Of the area around all of them: less is left out for nothing. */
const leastSaved = 0.3

/**
 * What is drawn at once, when boxes of a page as displayed are to be looked at: all of them, or groups that lie well above
 * each other, where between them there is much that need not be drawn.
 */
export function partsToDraw<T extends { readonly box: Box }>(pieces: readonly T[]): readonly T[][] {
  const parts: T[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const piece of [...pieces].sort((a, b) => a.box[1] - b.box[1])) {
    if (piece.box[1] > bottom + gap) parts.push([])
    parts.at(-1)!.push(piece)
    bottom = Math.max(bottom, piece.box[3])
  }
  if (parts.length === 1 || parts.length > mostParts) return [[...pieces]]
  const apart = parts.reduce((sum, part) => sum + areaAround(part), 0)
  return apart <= (1 - leastSaved) * areaAround(pieces) ? parts : [[...pieces]]
}

/** Square points. */
export function areaAround(pieces: readonly { readonly box: Box }[]): number {
  const [x0, y0, x1, y1] = uniteBoxes(pieces.map(({ box }) => box))
  return (x1 - x0) * (y1 - y0)
}
