import type { Component } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'
import { countFreeSides, hasWholeSides, isClearSmallBox, standsApart } from './box-evidence.ts'
import { boxOf, type Frame, type Square } from './find-squares.ts'
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
/** A shadow makes two sides so many times as thick as the others. */
const minShadow = 2
/** Beside a clear box with the same shadow, a mark may touch one side more. */
const minFreeSidesOfPeer = 2
/** A mark that leaves a box reaches this far, in sides of the box. */
const maxLeavingMark = 1.7

/**
 * Boxes with round corners or a shadow: shapes with paper around them whose four sides are straight between the corners, and thin
 * enough to leave room for a mark. Signs and logos look like that too, so that it takes two of a size in a row or a column;
 * `squares` are the boxes with sharp corners that may be the other one. A mark that touches more of a box, or leaves it, hides its
 * shape, so that the other one says where the box is.
 */
export function findSoftBoxes(
  ink: InkMask,
  components: readonly Component[],
  { letter, squares }: { readonly letter: number; readonly squares: readonly Square[] },
): readonly Square[] {
  const candidates: Square[] = []
  const otherComponents: Component[] = []
  for (const component of components) {
    const square = toSquare(ink, component, { letter, minFree: minFreeSides })
    if (square) candidates.push(square)
    else otherComponents.push(component)
    if (candidates.length > maxCandidates) return []
  }
  const clearBoxes = [...candidates, ...squares]
  const markedBoxes = otherComponents
    .map((component) => findMarkedBox(ink, component, { letter, clearBoxes }))
    .filter((square) => square !== undefined)
  const hasPeer = (candidate: Square) =>
    [...clearBoxes, ...markedBoxes].some((peer) => peer !== candidate && isPeer(candidate, peer))
  return [...candidates.filter(hasPeer), ...markedBoxes]
}

type ClearBoxes = { readonly letter: number; readonly clearBoxes: readonly Square[] }

/** A box in a shape that its mark makes larger, as large as a clear one in its row or column. Ticks leave to the upper right. */
function findMarkedBox(
  ink: InkMask,
  component: Component,
  { letter, clearBoxes }: ClearBoxes,
): Square | undefined {
  const { left, top, right, bottom } = component
  for (const peer of clearBoxes) {
    const width = peer.right - peer.left
    const height = peer.bottom - peer.top
    const isOfSize = (length: number, side: number) =>
      length >= side * (1 - maxDifference) && length <= side * maxLeavingMark
    if (!isOfSize(right - left, width) || !isOfSize(bottom - top, height)) continue
    const corner = { left, bottom, right: Math.min(right, left + width) }
    const place = { ...corner, top: Math.max(top, bottom - height) }
    const rules = hasShadowOf(ink, peer, place)
      ? { letter, minFree: minFreeSidesOfPeer, maxSides: peer.thickness }
      : { letter, minFree: minFreeSides }
    const square = toSquare(ink, place, rules)
    if (square && isPeer(square, peer)) return square
  }
  return undefined
}

/** Whether a box has a shadow, and a place has sides as thick as the box's, but for one that a mark may touch. */
function hasShadowOf(ink: InkMask, box: Square, place: Frame): boolean {
  const sides = measureSides(ink, boxOf(box))
  if (Math.max(...sides) < minShadow * Math.min(...sides)) return false
  const { left, top, right, bottom } = place
  const placeSides = measureSides(ink, [left, top, right, bottom])
  const alikeSides = sides.filter((depth, i) => Math.abs(depth - placeSides[i]!) <= 1)
  return alikeSides.length >= sides.length - 1
}

type BoxRules = {
  readonly letter: number
  readonly minFree: number
  /** Pixels: how thick the sides are at most; ink that reaches further in is a mark. */
  readonly maxSides?: number
}

function toSquare(
  ink: InkMask,
  { left, top, right, bottom }: Frame,
  { letter, minFree, maxSides = Number.POSITIVE_INFINITY }: BoxRules,
): Square | undefined {
  const width = right - left
  const height = bottom - top
  const longer = Math.max(width, height)
  const shorter = Math.min(width, height)
  const isOfSize =
    shorter >= Math.max(minPixels, letter * minSharpSide) && longer <= letter * maxSide
  if (!isOfSize || Math.abs(width - height) > longer * maxOblong) return undefined
  // A shadow lies on two sides.
  const sides = measureSides(ink, [left, top, right, bottom]).map((depth) =>
    Math.min(depth, maxSides),
  ) as [number, number, number, number]
  const thickness = Math.max(...sides)
  if (thickness > longer * maxSideThickness) return undefined
  const square = { left, top, right, bottom, thickness }
  const box = boxOf(square)
  if (!hasWholeSides(ink, box) || !standsApart(ink, box)) return undefined
  if (countFreeSides(ink, box, sides) < minFree) return undefined
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
