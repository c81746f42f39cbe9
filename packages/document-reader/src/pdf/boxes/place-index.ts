import type { Box } from '@recto/document-text/model'
import { middleOf } from './box-candidate.ts'

/** Finds what lies in a part of a page without looking at all of it. */
export type PlaceIndex<Item> = {
  /** Those whose middle lies in the box. */
  within(box: Box): readonly Item[]
}

/** Points. */
const cell = 24
/** In each direction: no row of a page is longer. */
const maxCells = 200

export function openPlaceIndex<Item>(
  items: readonly Item[],
  boxOf: (item: Item) => Box,
): PlaceIndex<Item> {
  const cells = Map.groupBy(items, (item) => {
    const [x, y] = middleOf(boxOf(item))
    return keyOf(Math.floor(x / cell), Math.floor(y / cell))
  })
  const isIn = (item: Item, [x0, y0, x1, y1]: Box) => {
    const [x, y] = middleOf(boxOf(item))
    return x >= x0 && x <= x1 && y >= y0 && y <= y1
  }
  return {
    within: (box) =>
      keysOf(box)
        .flatMap((key) => cells.get(key) ?? [])
        .filter((item) => isIn(item, box)),
  }
}

function keysOf([x0, y0, x1, y1]: Box): readonly number[] {
  const columns = range(x0, x1)
  return range(y0, y1).flatMap((row) => columns.map((column) => keyOf(column, row)))
}

function range(from: number, to: number): readonly number[] {
  const first = Math.floor(from / cell)
  const count = Math.min(Math.floor(to / cell) - first + 1, maxCells)
  return Array.from({ length: Math.max(count, 0) }, (_, i) => first + i)
}

function keyOf(column: number, row: number): number {
  return column * 100_003 + row
}
