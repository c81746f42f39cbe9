import type { Box } from '@recto/document-text/model'
import type { Colour } from '../../images/colour.ts'

/** Something that fills a part of the page, as displayed. */
export type Paint = {
  /** When it was painted, among all objects of the page. */
  readonly order: number
  readonly box: Box
  /** Unknown of pictures, gradients, and of what lets through what is behind it. */
  readonly colour?: Colour
  /** Whether it fills its box, so that nothing behind it is seen. */
  readonly isWhole: boolean
}

/** Points; on large pages cells are larger, for there are never more of them in a row. */
const smallestCell = 4
const mostCells = 200
/** Cells that are painted in all: a page that paints more is a drawing, of which nothing is known. */
const mostWork = 10_000_000
/** Of the edges of what is painted, which are kept. */
const mostEdges = 500_000
/** Of shapes over each other: more are a drawing. */
export const mostAtPlace = 20

/** Shapes of more cells that do not fill their box are kept beside the grid: so many at most. */
const looseCells = 50
const mostLoose = 300

type Size = { readonly width: number; readonly height: number }

/**
 * What was painted last at each place of a page. A look costs about the same, however much there is: a cell knows what covers
 * all of it last, and before that only what has an edge in it.
 */
export function openPaintGrid({ width, height }: Size) {
  const cell = Math.max(smallestCell, width / mostCells, height / mostCells)
  const columns = Math.max(1, Math.ceil(width / cell))
  const rows = Math.max(1, Math.ceil(height / cell))
  const unknown: Paint = {
    order: Number.POSITIVE_INFINITY,
    box: [0, 0, width, height],
    isWhole: true,
  }
  /** Of each cell the place of its last entry, and of each entry its paint and the entry before it. */
  const last = new Int32Array(columns * rows).fill(-1)
  const entries: Entry[] = []
  /** Large shapes that do not fill their box. */
  const loose: Paint[] = []
  let work = 0
  const column = (x: number) => Math.max(0, Math.min(columns - 1, Math.floor(x / cell)))
  const row = (y: number) => Math.max(0, Math.min(rows - 1, Math.floor(y / cell)))

  /** A cell that it covers needs to know of nothing before it. */
  const coverRow = (at: number, paint: Paint, whole: number) => {
    const [x0, y0, x1, y1] = paint.box
    const isWholeRow = paint.isWhole && y0 <= at * cell && y1 >= (at + 1) * cell
    const [first, end] = [Math.ceil(Math.max(0, x0) / cell), Math.floor(Math.min(width, x1) / cell)]
    if (!isWholeRow || end <= first) return { from: columns, to: columns }
    last.fill(whole, at * columns + first, at * columns + end)
    return { from: first, to: end }
  }

  const addToRow = (paint: Paint, at: number, whole: number) => {
    const covered = coverRow(at, paint, whole)
    const end = column(paint.box[2])
    for (let one = column(paint.box[0]); one <= end; one++) {
      if (one === covered.from) one = covered.to
      if (one > end) break
      const place = at * columns + one
      last[place] = entries.push({ paint, before: last[place]! }) - 1
    }
    work += end - column(paint.box[0]) + 1
  }

  const paintsAt = (entry: number, x: number, y: number): readonly Paint[] => {
    const found = paintsFrom(entries, entry, { x, y })
    if (loose.length === 0) return found
    const { order = -1 } = found.find(({ isWhole }) => isWhole) ?? {}
    const over = loose.filter((paint) => paint.order > order && holds(paint.box, x, y))
    return [...over, ...found].sort((a, b) => b.order - a.order)
  }

  const isFull = () => work > mostWork || entries.length > mostEdges || loose.length > mostLoose
  return {
    add(paint: Paint): void {
      const [x0, y0, x1, y1] = paint.box
      if (x1 <= 0 || y1 <= 0 || x0 >= width || y0 >= height) return
      if (!paint.isWhole && (x1 - x0) * (y1 - y0) > looseCells * cell * cell) {
        loose.push(paint)
        return
      }
      const whole = entries.push({ paint, before: -1 }) - 1
      for (let at = row(y0); at <= row(y1) && !isFull(); at++) addToRow(paint, at, whole)
    },
    /** Whether anything was painted there after that. */
    isOver(order: number, x: number, y: number): boolean {
      if (isFull() || isOverAmong(loose, order, { x, y })) return true
      return isOverIn(entries, last[row(y) * columns + column(x)]!, { order, x, y })
    },
    /**
     * What may be seen there, the last first: all down to what hides everything behind it. Something of which nothing is
     * known where too much was painted.
     */
    at(x: number, y: number): readonly Paint[] {
      if (isFull()) return [unknown]
      return paintsAt(last[row(y) * columns + column(x)]!, x, y)
    },
  }
}

type Entry = { readonly paint: Paint; readonly before: number }

function paintsFrom(
  entries: readonly Entry[],
  last: number,
  { x, y }: { readonly x: number; readonly y: number },
): readonly Paint[] {
  const found: Paint[] = []
  for (let one = entries[last]; one; one = entries[one.before]) {
    if (!holds(one.paint.box, x, y)) continue
    found.push(one.paint)
    if (one.paint.isWhole || found.length === mostAtPlace) break
  }
  return found
}

/** The last of them are looked at first, down to what was painted before. */
export function isOverAmong(
  paints: readonly Paint[],
  order: number,
  { x, y }: { readonly x: number; readonly y: number },
): boolean {
  for (let i = paints.length - 1; i >= 0; i--) {
    const paint = paints[i]!
    if (paint.order <= order) return false
    if (holds(paint.box, x, y)) return true
  }
  return false
}

function isOverIn(
  entries: readonly Entry[],
  last: number,
  { order, x, y }: { readonly order: number; readonly x: number; readonly y: number },
): boolean {
  let one = entries[last]
  for (; one && one.paint.order > order; one = entries[one.before])
    if (holds(one.paint.box, x, y)) return true
  return false
}

export function holds([x0, y0, x1, y1]: Box, x: number, y: number): boolean {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1
}
