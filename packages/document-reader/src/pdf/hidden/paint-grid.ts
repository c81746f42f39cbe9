import type { Box } from '@recto/document-text/model'
import type { Colour } from '../../images/colour.ts'

/** Something that fills a part of the page, as displayed. */
export type Paint = {
  /** Position in the drawing order of all objects of the page. */
  readonly order: number
  readonly box: Box
  /** Absent for pictures, gradients and anything translucent. */
  readonly colour?: Colour
  /** Whether it fills its box, so that nothing behind it is visible. */
  readonly isWhole: boolean
}

/**
 * Minimum cell size in points; large pages get larger cells, so that a row never exceeds the
 * maximum number of cells.
 */
const minCellSize = 4
const maxCells = 200
/** Maximum number of painted cells: a page that paints more is a drawing and is not analysed. */
const maxWork = 10_000_000
/** Maximum number of stored edges. */
const maxEdges = 500_000
/** Maximum number of overlapping shapes at a point; more are a drawing. */
export const maxPaintsAtPoint = 20

/**
 * Shapes that cover more cells without filling their box are kept outside the grid, up to a maximum
 * number.
 */
const minLooseCells = 50
const maxLoosePaints = 300

type Size = { readonly width: number; readonly height: number }

/**
 * Index of what was painted at each point of a page, topmost last. A query costs about the same
 * however much was painted: a cell stores the last shape that covers all of it, and before that
 * only shapes with an edge in it.
 */
export function openPaintGrid({ width, height }: Size) {
  const cellSize = Math.max(minCellSize, width / maxCells, height / maxCells)
  const columns = Math.max(1, Math.ceil(width / cellSize))
  const rows = Math.max(1, Math.ceil(height / cellSize))
  const unknownPaint: Paint = {
    order: Number.POSITIVE_INFINITY,
    box: [0, 0, width, height],
    isWhole: true,
  }
  /** Index of each cell's latest entry; each entry links to the entry before it. */
  const lastEntries = new Int32Array(columns * rows).fill(-1)
  const entries: Entry[] = []
  /** Large shapes that do not fill their box. */
  const loosePaints: Paint[] = []
  let work = 0
  const toColumn = (x: number) => Math.max(0, Math.min(columns - 1, Math.floor(x / cellSize)))
  const toRow = (y: number) => Math.max(0, Math.min(rows - 1, Math.floor(y / cellSize)))

  /** A fully covered cell needs no record of what was painted before. */
  const coverRow = (row: number, paint: Paint, entryIndex: number) => {
    const [x0, y0, x1, y1] = paint.box
    const coversRow = paint.isWhole && y0 <= row * cellSize && y1 >= (row + 1) * cellSize
    const first = Math.ceil(Math.max(0, x0) / cellSize)
    const end = Math.floor(Math.min(width, x1) / cellSize)
    if (!coversRow || end <= first) return { from: columns, to: columns }
    lastEntries.fill(entryIndex, row * columns + first, row * columns + end)
    return { from: first, to: end }
  }

  const addToRow = (paint: Paint, row: number, entryIndex: number) => {
    const coveredColumns = coverRow(row, paint, entryIndex)
    const end = toColumn(paint.box[2])
    for (let columnIndex = toColumn(paint.box[0]); columnIndex <= end; columnIndex++) {
      if (columnIndex === coveredColumns.from) columnIndex = coveredColumns.to
      if (columnIndex > end) break
      const cell = row * columns + columnIndex
      lastEntries[cell] = entries.push({ paint, previous: lastEntries[cell]! }) - 1
    }
    work += end - toColumn(paint.box[0]) + 1
  }

  const paintsAt = (entry: number, x: number, y: number): readonly Paint[] => {
    const gridPaints = collectPaints(entries, entry, { x, y })
    if (loosePaints.length === 0) return gridPaints
    const { order = -1 } = gridPaints.find(({ isWhole }) => isWhole) ?? {}
    const looseAbove = loosePaints.filter(
      (paint) => paint.order > order && containsPoint(paint.box, x, y),
    )
    return [...looseAbove, ...gridPaints].sort((a, b) => b.order - a.order)
  }

  const isFull = () =>
    work > maxWork || entries.length > maxEdges || loosePaints.length > maxLoosePaints
  return {
    add(paint: Paint): void {
      const [x0, y0, x1, y1] = paint.box
      if (x1 <= 0 || y1 <= 0 || x0 >= width || y0 >= height) return
      if (!paint.isWhole && (x1 - x0) * (y1 - y0) > minLooseCells * cellSize * cellSize) {
        loosePaints.push(paint)
        return
      }
      const entryIndex = entries.push({ paint, previous: -1 }) - 1
      for (let rowIndex = toRow(y0); rowIndex <= toRow(y1) && !isFull(); rowIndex++)
        addToRow(paint, rowIndex, entryIndex)
    },
    /** Whether anything was painted at a point after `order`. */
    isOver(order: number, x: number, y: number): boolean {
      if (isFull() || isOverAmong(loosePaints, order, { x, y })) return true
      return isOverIn(entries, lastEntries[toRow(y) * columns + toColumn(x)]!, { order, x, y })
    },
    /**
     * Returns what may be visible at a point, topmost first, down to the first shape that hides
     * everything behind it. Returns an unknown paint when too much was painted.
     */
    at(x: number, y: number): readonly Paint[] {
      if (isFull()) return [unknownPaint]
      return paintsAt(lastEntries[toRow(y) * columns + toColumn(x)]!, x, y)
    },
  }
}

/** Index of the painted objects of a page by position. */
export type PaintGrid = ReturnType<typeof openPaintGrid>

type Entry = { readonly paint: Paint; readonly previous: number }

function collectPaints(
  entries: readonly Entry[],
  lastEntry: number,
  { x, y }: { readonly x: number; readonly y: number },
): readonly Paint[] {
  const paints: Paint[] = []
  for (let entry = entries[lastEntry]; entry; entry = entries[entry.previous]) {
    if (!containsPoint(entry.paint.box, x, y)) continue
    paints.push(entry.paint)
    if (entry.paint.isWhole || paints.length === maxPaintsAtPoint) break
  }
  return paints
}

/** Searches backwards from the last paint down to `order`. */
export function isOverAmong(
  paints: readonly Paint[],
  order: number,
  { x, y }: { readonly x: number; readonly y: number },
): boolean {
  for (let i = paints.length - 1; i >= 0; i--) {
    const paint = paints[i]!
    if (paint.order <= order) return false
    if (containsPoint(paint.box, x, y)) return true
  }
  return false
}

function isOverIn(
  entries: readonly Entry[],
  lastEntry: number,
  { order, x, y }: { readonly order: number; readonly x: number; readonly y: number },
): boolean {
  let entry = entries[lastEntry]
  for (; entry && entry.paint.order > order; entry = entries[entry.previous])
    if (containsPoint(entry.paint.box, x, y)) return true
  return false
}

export function containsPoint([x0, y0, x1, y1]: Box, x: number, y: number): boolean {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1
}
