import type { Box } from '@recto/document-text/model'

/** In points. Pieces this close to each other form one line; a shorter line is not a ruling. */
const maxOffset = 0.75
const maxGap = 2
const minLength = 8

/** A piece of a line along one axis; `across` is its position on the other axis. */
type RulingPiece = {
  readonly start: number
  readonly end: number
  readonly across: number
  readonly nearEdge: number
  readonly farEdge: number
}

/** A piece that is nearly as wide as high is a dot, which may be part of a line in either direction. */
const maxDotRatio = 1.5

const mayBeHorizontal = ([x0, y0, x1, y1]: Box) => maxDotRatio * (x1 - x0) >= y1 - y0
const mayBeVertical = ([x0, y0, x1, y1]: Box) => maxDotRatio * (y1 - y0) > x1 - x0

/**
 * Joins the pieces of each line, such as the sides of adjacent cells or dashes, and drops
 * duplicates and specks. Horizontal lines come first, each kind from the top left.
 */
export function mergeRulings(boxes: readonly Box[]): Box[] {
  const horizontal = boxes.filter(mayBeHorizontal).map(([x0, y0, x1, y1]) => ({
    start: x0,
    end: x1,
    across: (y0 + y1) / 2,
    nearEdge: y0,
    farEdge: y1,
  }))
  const vertical = boxes.filter(mayBeVertical).map(([x0, y0, x1, y1]) => ({
    start: y0,
    end: y1,
    across: (x0 + x1) / 2,
    nearEdge: x0,
    farEdge: x1,
  }))
  return [
    ...mergePieces(horizontal).map(
      ({ start, end, nearEdge, farEdge }): Box => [start, nearEdge, end, farEdge],
    ),
    ...mergePieces(vertical).map(
      ({ start, end, nearEdge, farEdge }): Box => [nearEdge, start, farEdge, end],
    ),
  ]
}

function mergePieces(pieces: readonly RulingPiece[]): RulingPiece[] {
  return groupByLine(pieces)
    .flatMap((line) => joinPieces(line))
    .filter(({ start, end }) => end - start >= minLength)
}

function groupByLine(pieces: readonly RulingPiece[]): RulingPiece[][] {
  const lines: RulingPiece[][] = []
  let firstAcross = Number.NEGATIVE_INFINITY
  for (const piece of [...pieces].sort((a, b) => a.across - b.across)) {
    // The first piece decides: dots of a line across would lead from each to the next one.
    if (piece.across - firstAcross > maxOffset) {
      lines.push([])
      firstAcross = piece.across
    }
    lines.at(-1)!.push(piece)
  }
  return lines
}

function joinPieces(line: readonly RulingPiece[]): RulingPiece[] {
  const joinedPieces: RulingPiece[] = []
  for (const piece of [...line].sort((a, b) => a.start - b.start)) {
    const last = joinedPieces.at(-1)
    if (!last || piece.start - last.end > maxGap) joinedPieces.push(piece)
    else
      joinedPieces[joinedPieces.length - 1] = {
        ...last,
        end: Math.max(last.end, piece.end),
        nearEdge: Math.min(last.nearEdge, piece.nearEdge),
        farEdge: Math.max(last.farEdge, piece.farEdge),
      }
  }
  return joinedPieces
}
