import { middle } from '../align/boxes.ts'
import { findFirstIndex, type Passage } from '../align/passage.ts'
import type { CellRow } from '../labels/cell-rows.ts'

type CellSource = { readonly rows: readonly CellRow[] }

const cellsByDocument = new WeakMap<CellSource, ReadonlyMap<number, readonly Passage[]>>()

/** The cells of a page, sorted by the vertical position of their middles. */
export function getCellsByHeight(source: CellSource, page: number): readonly Passage[] {
  const pages = cellsByDocument.get(source) ?? sortCells(source)
  cellsByDocument.set(source, pages)
  return pages.get(page) ?? []
}

/** Index of the first cell whose middle is below a vertical position. */
export function findFirstBelow(cells: readonly Passage[], height: number): number {
  return findFirstIndex(cells.length, (i) => {
    const cell = cells[i]
    return cell !== undefined && middle(cell.box) > height
  })
}

function sortCells({ rows }: CellSource): ReadonlyMap<number, readonly Passage[]> {
  const cells = rows.flatMap((row) => row.cells)
  const pages = Map.groupBy(cells, ({ page }) => page)
  for (const cellsOfPage of pages.values())
    cellsOfPage.sort((a, b) => middle(a.box) - middle(b.box))
  return pages
}
