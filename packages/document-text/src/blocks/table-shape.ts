import type { Box } from '../model.ts'
import { uniteBoxes } from '../unite-boxes.ts'
import type { LayoutBlock, MergedCell } from './block.ts'
import type { RowPiece } from './page-rows.ts'

/** The measures of the page around a table. */
export type TableContext = {
  /** Size of the letters, in points. */
  readonly size: number
  /** From line to line of running text, in points. */
  readonly lineStep: number
  /** Lines that are drawn across the table. */
  readonly separators: readonly Box[]
  readonly isFromRight: boolean
  /** In line steps: a line below a gap like this begins something else. */
  readonly minBreak?: number
}

/** A cell with the place where it begins and how far it reaches. */
export type ShapedCell = MergedCell & { readonly pieces: readonly RowPiece[] }

/** Makes a block of cells; what nobody fills is empty. */
export function tableBlock(
  cells: readonly ShapedCell[],
  place: { readonly page: number; readonly box?: Box },
): LayoutBlock {
  const rowCount = Math.max(...cells.map(({ row, rows }) => row + rows))
  const columnCount = Math.max(...cells.map(({ column, columns }) => column + columns))
  const texts = Array.from({ length: rowCount }, () => Array<string>(columnCount).fill(''))
  for (const { row, column, pieces } of cells)
    texts[row]![column] = [texts[row]![column]!, ...pieces.map(({ text }) => text)]
      .filter((text) => text !== '')
      .join(' ')
  const mergedCells = cells
    .filter(({ rows, columns }) => rows > 1 || columns > 1)
    .map(({ row, column, rows, columns }) => ({ row, column, rows, columns }))
  const box = place.box ?? uniteBoxes(cells.flatMap(({ pieces }) => pieces.map((one) => one.box)))
  const table: LayoutBlock = {
    kind: 'table',
    page: place.page,
    box,
    text: texts.map((row) => row.join('\t')).join('\n'),
    cells: texts,
  }
  return mergedCells.length > 0 ? { ...table, merged: mergedCells } : table
}

/** Places of a table, `row column`, that are covered by a cell that begins elsewhere. */
export function coveredPlaces(mergedCells: readonly MergedCell[]): ReadonlySet<string> {
  return new Set(mergedCells.flatMap((cell) => placesOf(cell).slice(1)))
}

/** The places of a cell, that where it begins first. */
function placesOf({ row, column, rows, columns }: MergedCell): string[] {
  return Array.from({ length: rows }, (_, i) => row + i).flatMap((place) =>
    Array.from({ length: columns }, (_, j) => `${place} ${column + j}`),
  )
}
