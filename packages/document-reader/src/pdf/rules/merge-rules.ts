import type { Box } from '@recto/document-text/model'

/** Points. Pieces so close to each other are one line; a shorter line rules nothing. */
const sameLine = 0.75
const maxGap = 2
const minLength = 8

/** A line along one direction: `across` is where it lies. */
type Piece = {
  readonly start: number
  readonly end: number
  readonly across: number
  readonly near: number
  readonly far: number
}

/**
 * Joins the pieces of each line, such as the sides of neighbouring cells or dashes, and drops doubles and specks.
 * Horizontal lines first, each kind from the top left.
 */
export function mergeRules(boxes: readonly Box[]): Box[] {
  const isHorizontal = ([x0, y0, x1, y1]: Box) => x1 - x0 >= y1 - y0
  const horizontal = boxes
    .filter(isHorizontal)
    .map(([x0, y0, x1, y1]) => ({ start: x0, end: x1, across: (y0 + y1) / 2, near: y0, far: y1 }))
  const vertical = boxes
    .filter((box) => !isHorizontal(box))
    .map(([x0, y0, x1, y1]) => ({ start: y0, end: y1, across: (x0 + x1) / 2, near: x0, far: x1 }))
  return [
    ...mergePieces(horizontal).map(({ start, end, near, far }): Box => [start, near, end, far]),
    ...mergePieces(vertical).map(({ start, end, near, far }): Box => [near, start, far, end]),
  ]
}

function mergePieces(pieces: readonly Piece[]): Piece[] {
  return onOneLine(pieces)
    .flatMap((line) => joinAlong(line))
    .filter(({ start, end }) => end - start >= minLength)
}

function onOneLine(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const piece of [...pieces].sort((a, b) => a.across - b.across)) {
    if (piece.across - last > sameLine) lines.push([])
    lines.at(-1)!.push(piece)
    last = piece.across
  }
  return lines
}

function joinAlong(line: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of [...line].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (!last || piece.start - last.end > maxGap) joined.push(piece)
    else
      joined[joined.length - 1] = {
        ...last,
        end: Math.max(last.end, piece.end),
        near: Math.min(last.near, piece.near),
        far: Math.max(last.far, piece.far),
      }
  }
  return joined
}
