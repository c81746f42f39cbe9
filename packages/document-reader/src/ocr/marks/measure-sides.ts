import type { Box } from '@recto/document-text/model'
import type { InkMask } from '../picture/find-ink.ts'
import { depthFrom } from './find-squares.ts'

/** Shares of a side at which its thickness is measured. */
const measuringPlaces = [0.3, 0.4, 0.5, 0.6, 0.7]
/** Share of a box: ink that reaches further in is a mark, and no side with a shadow. */
export const maxSideThickness = 0.27

/** How thick the left, top, right and bottom side of a box are. A mark that touches a side does so at few places. */
export function measureSides(
  ink: InkMask,
  [left, top, right, bottom]: Box,
): readonly [left: number, top: number, right: number, bottom: number] {
  const measureSide = (
    start: (share: number) => readonly [number, number],
    step: readonly [number, number],
  ) => {
    const depths = measuringPlaces.map((share) => depthFrom(ink, start(share), step))
    return depths.sort((a, b) => a - b)[depths.length >> 1]!
  }
  const downBy = (share: number) => Math.floor(top + (bottom - top) * share)
  const acrossBy = (share: number) => Math.floor(left + (right - left) * share)
  return [
    measureSide((share) => [left, downBy(share)], [1, 0]),
    measureSide((share) => [acrossBy(share), top], [0, 1]),
    measureSide((share) => [right - 1, downBy(share)], [-1, 0]),
    measureSide((share) => [acrossBy(share), bottom - 1], [0, -1]),
  ]
}
