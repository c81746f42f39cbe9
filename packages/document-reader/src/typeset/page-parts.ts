import { omitUndefined } from '@recto/omit-undefined'
import type { TableBlock, TextBlock } from './flow.ts'
import type { SetCell } from './set-table.ts'

/** A block on a sheet, from row to row of the grid. */
export type SheetPart = {
  readonly kind: 'title' | 'text' | 'list-item' | 'table'
  readonly level?: number
  readonly from: number
  to: number
  /** Rows of a table. */
  readonly rows?: SheetRow[]
  readonly continues?: 'table' | 'row'
}

type SheetRow = { readonly cells: readonly SetCell[]; readonly from: number; to: number }

/** Notes where the lines of a block stand. A block that goes on on the next sheet is a part of each. */
export function openParts(block: TextBlock | TableBlock) {
  let parts: SheetPart[] | undefined
  let part: SheetPart | undefined
  let row: SheetRow | undefined
  let cells: readonly SetCell[] = []
  const begin = (from: number, continues: 'table' | 'row' | undefined): SheetPart =>
    block.kind === 'table'
      ? { kind: 'table', from, to: from, rows: [], ...omitUndefined({ continues }) }
      : {
          kind: block.role?.kind ?? 'text',
          from,
          to: from,
          ...omitUndefined({ level: block.role?.level }),
        }
  return {
    beginRow(rowCells: readonly SetCell[], beginsBand: true | undefined): void {
      cells = rowCells
      row = undefined
      if (beginsBand) part = undefined
    },
    /** `sheetParts` are those of the sheet that the line was set on. */
    addLine(sheetParts: SheetPart[], from: number, to: number): void {
      if (parts !== sheetParts || !part) {
        parts = sheetParts
        part = begin(from, part && (row ? 'row' : 'table'))
        row = undefined
        sheetParts.push(part)
      }
      part.to = to
      if (!part.rows) return
      if (!row) {
        row = { cells, from, to }
        part.rows.push(row)
      }
      row.to = to
    },
  }
}
