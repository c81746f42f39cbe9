import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'

/**
 * Minimum number of pieces: even the shortest bar codes have more bars, and the smallest QR codes
 * more modules.
 */
const minPieces = 24
/** Points. Pieces of a code are in the same or in neighboring cells. */
const cellSize = 8
/** Share of its box that the pieces of a code cover; the lines of a table cover far less. */
const minCover = 0.14
/** In points: rows of dots and dashed lines are lower. */
const minSide = 6
/** Points by which a box may lie outside of any page. */
const maxCoordinate = 15_000

type DensePart = { readonly pieces: Box[]; area: number }

/**
 * Returns the boxes of pieces that are many, close together, and cover a large share of their part
 * of the page, as the modules and bars of a code do.
 */
export function findDenseParts(pieces: readonly Box[]): Box[] {
  if (pieces.length < minPieces) return []
  const parts = new Map<string, DensePart>()
  const owners = new Map<DensePart, DensePart>()
  for (const piece of pieces) {
    if (piece.some((side) => Math.abs(side) > maxCoordinate)) continue
    addPiece(parts, owners, piece)
  }
  return [...new Set([...parts.values()].map((part) => resolveOwner(owners, part)))]
    .filter((part) => part.pieces.length >= minPieces)
    .map((part) => ({ box: uniteBoxes(part.pieces), area: part.area }))
    .filter(({ box: [x0, y0, x1, y1], area }) => {
      const width = x1 - x0
      const height = y1 - y0
      return Math.min(width, height) >= minSide && area >= minCover * width * height
    })
    .map(({ box }) => box)
}

function addPiece(
  parts: Map<string, DensePart>,
  owners: Map<DensePart, DensePart>,
  piece: Box,
): void {
  const [x0, y0, x1, y1] = piece
  let part: DensePart = { pieces: [piece], area: (x1 - x0) * (y1 - y0) }
  for (const cell of listCells(piece, 1)) {
    const knownPart = parts.get(cell)
    if (knownPart) part = merge(owners, resolveOwner(owners, knownPart), part)
  }
  for (const cell of listCells(piece, 0)) parts.set(cell, part)
}

/** Yields the keys of the cells that a box touches, and of those around them. */
function* listCells([x0, y0, x1, y1]: Box, reach: number): Generator<string> {
  for (let row = Math.floor(y0 / cellSize) - reach; row <= Math.floor(y1 / cellSize) + reach; row++)
    for (
      let column = Math.floor(x0 / cellSize) - reach;
      column <= Math.floor(x1 / cellSize) + reach;
      column++
    )
      yield `${column} ${row}`
}

function resolveOwner(owners: Map<DensePart, DensePart>, part: DensePart): DensePart {
  let owner = part
  for (let next = owners.get(owner); next; next = owners.get(owner)) owner = next
  return owner
}

/** The larger part takes the smaller one over. */
function merge(owners: Map<DensePart, DensePart>, a: DensePart, b: DensePart): DensePart {
  if (a === b) return a
  const [keep, drop] = a.pieces.length >= b.pieces.length ? [a, b] : [b, a]
  for (const piece of drop.pieces) keep.pieces.push(piece)
  keep.area += drop.area
  owners.set(drop, keep)
  return keep
}
