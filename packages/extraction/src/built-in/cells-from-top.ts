import { middle } from '../align/boxes.ts'
import { firstIndex, type Passage } from '../align/passage.ts'
import type { CellRow } from '../labels/layout-cells.ts'

type Rows = { readonly rows: readonly CellRow[] }

const cellsOfPages = new WeakMap<Rows, ReadonlyMap<number, readonly Passage[]>>()

/** The cells of a page by the height of their middles. */
export function cellsFromTop(prepared: Rows, page: number): readonly Passage[] {
  const pages = cellsOfPages.get(prepared) ?? sortCells(prepared)
  cellsOfPages.set(prepared, pages)
  return pages.get(page) ?? []
}

/** Where among them the first stands whose middle is lower. */
export function firstBelow(cells: readonly Passage[], height: number): number {
  return firstIndex(cells.length, (i) => {
    const cell = cells[i]
    return cell !== undefined && middle(cell.box) > height
  })
}

function sortCells({ rows }: Rows): ReadonlyMap<number, readonly Passage[]> {
  const cells = rows.flatMap((row) => row.cells)
  const pages = Map.groupBy(cells, ({ page }) => page)
  for (const own of pages.values()) own.sort((a, b) => middle(a.box) - middle(b.box))
  return pages
}
