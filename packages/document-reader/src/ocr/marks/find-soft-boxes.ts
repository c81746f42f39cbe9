import type { Component } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'
import { countFreeSides, hasWholeSides, isClearSmallBox, standsApart } from './box-evidence.ts'
import { boxOf, type Square } from './find-squares.ts'
import { maxSideThickness, measureSides } from './measure-sides.ts'

/** In letters of the middle size: the letters and digits that look like such boxes are smaller, and have no sharp corners. */
const minSide = 1.3
const minSharpSide = 1
const maxSide = 3.5
const minPixels = 12
/** A mark may touch the middle of one side. */
const minFreeSides = 3
/** Share of the longer side. */
const maxOblong = 0.14
/** Shares of a side by which the boxes of a form differ and are out of line. */
const maxDifference = 0.12
const maxShift = 0.35
/** With more of them, a page is a pattern. */
const maxCandidates = 2_000
/**
 * Boxes with round corners or a shadow: shapes with paper around them whose four sides are straight between the corners, and thin
 * enough to leave room for a mark. Signs and logos look like that too, so that it takes two of a size in a row or a column;
 * `squares` are the boxes with sharp corners that may be the other one.
 */
export function findSoftBoxes(
  ink: InkMask,
  components: readonly Component[],
  { letter, squares }: { readonly letter: number; readonly squares: readonly Square[] },
): readonly Square[] {
  const candidates: Square[] = []
  for (const component of components) {
    const square = toSquare(ink, component, letter)
    if (square) candidates.push(square)
    if (candidates.length > maxCandidates) return []
  }
  return candidates.filter((candidate) =>
    [...candidates, ...squares].some((peer) => peer !== candidate && isPeer(candidate, peer)),
  )
}

function toSquare(
  ink: InkMask,
  { left, top, right, bottom }: Component,
  letter: number,
): Square | undefined {
  const width = right - left
  const height = bottom - top
  const longer = Math.max(width, height)
  const shorter = Math.min(width, height)
  const isOfSize =
    shorter >= Math.max(minPixels, letter * minSharpSide) && longer <= letter * maxSide
  if (!isOfSize || Math.abs(width - height) > longer * maxOblong) return undefined
  // A shadow lies on two sides.
  const sides = measureSides(ink, [left, top, right, bottom])
  const thickness = Math.max(...sides)
  if (thickness > longer * maxSideThickness) return undefined
  const square = { left, top, right, bottom, thickness }
  const box = boxOf(square)
  if (!hasWholeSides(ink, box) || !standsApart(ink, box)) return undefined
  if (countFreeSides(ink, box, sides) < minFreeSides) return undefined
  const isSmall = shorter < letter * minSide
  if (isSmall && !isClearSmallBox(ink, square)) return undefined
  return square
}

/** Whether two boxes have one size, and stand in one row or column. */
export function isPeer(box: Square, peer: Square): boolean {
  const side = box.right - box.left
  const isSameSize = Math.abs(peer.right - peer.left - side) <= Math.max(2, side * maxDifference)
  const shiftAcross = Math.abs(box.left + box.right - peer.left - peer.right) / 2
  const shiftDown = Math.abs(box.top + box.bottom - peer.top - peer.bottom) / 2
  return isSameSize && Math.min(shiftAcross, shiftDown) <= side * maxShift
}
