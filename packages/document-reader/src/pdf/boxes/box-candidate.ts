import type { Box } from '@recto/document-text/model'
import type { Glyph } from '../../words/glyph.ts'

/** What may be a check box, before its neighbours are looked at. */
export type BoxCandidate = {
  /** The box on the displayed page. */
  readonly box: Box
  /** The same place in the direction of the text: along it, and from line to line. */
  readonly place: Box
  readonly form: 'square' | 'round'
  /** A filled one is ticked among empty ones, and a bullet among others. */
  readonly state: 'empty' | 'ticked' | 'filled'
  /** The signs of fonts that it is made of. */
  readonly signs: readonly Glyph[]
  readonly isSign: boolean
}

export function middleOf([x0, y0, x1, y1]: Box): readonly [x: number, y: number] {
  return [(x0 + x1) / 2, (y0 + y1) / 2]
}

export function isMiddleIn(box: Box, outer: Box): boolean {
  const [x, y] = middleOf(box)
  return x > outer[0] && x < outer[2] && y > outer[1] && y < outer[3]
}

/** Cells of a table, and those that a form has for single letters, lie closer together, in sides. */
const maxTouch = 0.05
const maxCellGap = 0.35
const minCells = 3
/** Shares of a side by which the boxes of a group may differ and be out of line. */
const maxDifference = 0.2
const maxShift = 0.4

/** Whether two are of one group: of about one size, side by side or one below the other. */
export function isAligned(a: BoxCandidate, b: BoxCandidate): boolean {
  if (a === b || a.form !== b.form || !isSameSize(a, b)) return false
  return isInRow(a, b) || isInColumn(a, b)
}

function isSameSize({ place: a }: BoxCandidate, { place: b }: BoxCandidate): boolean {
  const width = a[2] - a[0]
  const height = b[2] - b[0]
  return Math.abs(width - height) <= Math.max(width, height) * maxDifference
}

export function isInRow({ place: a }: BoxCandidate, { place: b }: BoxCandidate): boolean {
  return Math.abs(a[1] + a[3] - b[1] - b[3]) / 2 <= (a[3] - a[1]) * maxShift
}

function isInColumn({ place: a }: BoxCandidate, { place: b }: BoxCandidate): boolean {
  return Math.abs(a[0] - b[0]) <= (a[2] - a[0]) * maxShift
}

/** The squares that are no cells of a table or of a field with a cell for each letter. */
export function withoutCells(squares: readonly BoxCandidate[]): readonly BoxCandidate[] {
  const neighbours = new Map<BoxCandidate, BoxCandidate[]>()
  const cells = new Set<BoxCandidate>()
  for (const [square, next] of nearPairs(squares)) {
    if (isTouching(square, next)) cells.add(square).add(next)
    else if (isBeside(square, next)) link(neighbours, square, next)
  }
  return squares.filter((square) => !cells.has(square) && rowOf(square, neighbours).size < minCells)
}

/** Pairs of squares of which neither lies wholly below the other, and more than a square. */
function* nearPairs(squares: readonly BoxCandidate[]): Generator<[BoxCandidate, BoxCandidate]> {
  const sorted = squares.toSorted((a, b) => a.place[1] - b.place[1])
  const tallest = sorted.reduce((height, { place }) => Math.max(height, place[3] - place[1]), 0)
  for (const [i, square] of sorted.entries())
    for (let j = i + 1; j < sorted.length; j++) {
      const next = sorted[j]!
      if (next.place[1] > square.place[3] + tallest) break
      yield [square, next]
    }
}

function link(neighbours: Map<BoxCandidate, BoxCandidate[]>, a: BoxCandidate, b: BoxCandidate) {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const list = neighbours.get(from)
    if (list) list.push(to)
    else neighbours.set(from, [to])
  }
}

function rowOf(
  square: BoxCandidate,
  neighbours: ReadonlyMap<BoxCandidate, readonly BoxCandidate[]>,
): ReadonlySet<BoxCandidate> {
  const row = new Set([square])
  for (const member of row) {
    for (const next of neighbours.get(member) ?? []) row.add(next)
    if (row.size >= minCells) return row
  }
  return row
}

function isTouching({ place: a }: BoxCandidate, { place: b }: BoxCandidate): boolean {
  const reach = Math.max(0.6, (a[2] - a[0]) * maxTouch)
  const gapX = Math.max(a[0], b[0]) - Math.min(a[2], b[2])
  const gapY = Math.max(a[1], b[1]) - Math.min(a[3], b[3])
  return Math.max(gapX, gapY) <= reach && Math.min(gapX, gapY) < 0
}

function isBeside(a: BoxCandidate, b: BoxCandidate): boolean {
  const gap = Math.max(a.place[0], b.place[0]) - Math.min(a.place[2], b.place[2])
  return isSameSize(a, b) && isInRow(a, b) && gap < (a.place[2] - a.place[0]) * maxCellGap
}
