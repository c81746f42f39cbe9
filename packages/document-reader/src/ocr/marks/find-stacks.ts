import type { InkMask } from '../picture/find-ink.ts'
import { gapsBeside, hasSharpCorners, standsApart } from './box-evidence.ts'
import {
  boxOf,
  type Frame,
  goesOnAbove,
  hasThinEdges,
  linesBeside,
  maxSizeOf,
  maxSquares,
  measureOutline,
  type Square,
} from './find-squares.ts'
import { maxSideThickness, measureSides } from './measure-sides.ts'

/** In letters of the middle size. */
const minSide = 0.8
/** Shares of a side. */
const minPitch = 0.9
const maxPitch = 1.25
const maxLabelGap = 1.5
const maxBoxes = 40
/** Share of the ends of their level edges that may go on: marks leave boxes, and the lines of a table go on at all of them. */
const maxLinesBeside = 0.25
/** Share of the boxes of a stack that have something to say beside them. */
const minLabelled = 0.5

/**
 * Check boxes one below another whose outlines touch: a frame that is higher than wide, which level bars divide into squares.
 * The bars of a table go on beside its column, and a column that has nothing beside it is a field for letters.
 * The search ends at more squares than `maxSquares`.
 */
export function findStacks(ink: InkMask, frames: readonly Frame[], letter: number): Square[] {
  const maxSize = maxSizeOf(letter)
  const stacks: Square[][] = []
  let squareCount = 0
  for (const frame of frames) {
    if (!isOfSize(frame, letter * minSide, maxSize) || goesOnAbove(ink, frame)) continue
    if (stacks.some((stack) => stack.some((square) => isInside(frame, square)))) continue
    const squares = findStackIn(ink, frame)
    if (!squares) continue
    stacks.push(squares)
    squareCount += squares.length
    if (squareCount > maxSquares) break
  }
  return stacks.flat()
}

/** The squares of which a frame consists, if they are boxes. */
function findStackIn(ink: InkMask, frame: Frame): Square[] | undefined {
  const squares = divide(ink, frame)
  return squares && isStack(ink, squares) ? squares : undefined
}

function isOfSize({ left, top, right, bottom }: Frame, min: number, max: number): boolean {
  const side = right - left
  const height = (bottom - top) / side
  return side >= min && side <= max && height >= 1 + minPitch && height <= maxBoxes * maxPitch
}

function isInside({ left, right, top }: Frame, square: Square): boolean {
  const middle = (left + right) / 2
  return middle > square.left && middle < square.right && top >= square.top && top < square.bottom
}

/** The squares of which a frame consists, if it does. */
function divide(ink: InkMask, { left, top, right, bottom }: Frame): Square[] | undefined {
  const side = right - left
  const height = bottom - top
  for (let count = 2; count <= maxBoxes; count++) {
    const pitch = (height - side) / (count - 1)
    if (pitch < side * minPitch) return undefined
    if (pitch > side * maxPitch) continue
    const squares = Array.from({ length: count }, (_, i): Square => {
      const frame = {
        left,
        right,
        top: Math.round(top + pitch * i),
        bottom: Math.round(top + pitch * i + side),
      }
      return { ...frame, thickness: measureOutline(ink, frame) }
    })
    if (squares.every((square) => isOutline(ink, square))) return squares
  }
  return undefined
}

/**
 * The digit 8 has two thin rounds one below the other, without corners, and a bold B has a thick stem.
 */
function isOutline(ink: InkMask, square: Square): boolean {
  const box = boxOf(square)
  if (!hasThinEdges(ink, square) || !hasSharpCorners(ink, box)) return false
  const side = square.right - square.left
  return Math.max(...measureSides(ink, box)) <= side * maxSideThickness
}

function isStack(ink: InkMask, squares: readonly Square[]): boolean {
  // A letter such as B can be divided in two, and has the next one of its word beside it.
  if (squares.length === 2 && !squares.every((square) => standsApart(ink, boxOf(square))))
    return false
  const lines = squares.flatMap((square) => linesBeside(ink, square))
  const labelledSquares = squares.filter(
    (square) => Math.min(...gapsBeside(ink, boxOf(square))) <= maxLabelGap,
  )
  return (
    lines.length <= squares.length * 4 * maxLinesBeside &&
    labelledSquares.length >= squares.length * minLabelled
  )
}
