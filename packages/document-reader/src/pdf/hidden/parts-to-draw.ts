import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'

/** Minimum distance in points between two parts that are rendered separately. */
const minGap = 24
/** Maximum number of parts: each costs a walk through all objects of the page. */
const maxParts = 8
/** Minimum share of the total area that separate parts must save. */
const minSavedShare = 0.3

/**
 * Groups boxes of a displayed page into the parts to render: all of them together, or groups that
 * are well above each other, where much of the page between them need not be rendered.
 */
export function groupIntoParts<T extends { readonly box: Box }>(
  pieces: readonly T[],
): readonly T[][] {
  const parts: T[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const piece of [...pieces].sort((a, b) => a.box[1] - b.box[1])) {
    if (piece.box[1] > bottom + minGap) parts.push([])
    parts.at(-1)!.push(piece)
    bottom = Math.max(bottom, piece.box[3])
  }
  if (parts.length === 1 || parts.length > maxParts) return [[...pieces]]
  const separateArea = parts.reduce((sum, part) => sum + getEnclosingArea(part), 0)
  return separateArea <= (1 - minSavedShare) * getEnclosingArea(pieces) ? parts : [[...pieces]]
}

/** Area of the enclosing box, in square points. */
export function getEnclosingArea(pieces: readonly { readonly box: Box }[]): number {
  const [x0, y0, x1, y1] = uniteBoxes(pieces.map(({ box }) => box))
  return (x1 - x0) * (y1 - y0)
}
