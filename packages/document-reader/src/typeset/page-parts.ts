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
  const beginPart = (sheetParts: SheetPart[], from: number): SheetPart => {
    const newPart = createPart(block, from, part && (row ? 'row' : 'table'))
    parts = sheetParts
    row = undefined
    sheetParts.push(newPart)
    return newPart
  }
  const extendRow = (rows: SheetRow[], from: number, to: number): void => {
    if (!row) {
      row = { cells, from, to }
      rows.push(row)
    }
    row.to = to
  }
  return {
    beginRow(rowCells: readonly SetCell[], beginsBand: true | undefined): void {
      cells = rowCells
      row = undefined
      if (beginsBand) part = undefined
    },
    /** `sheetParts` are those of the sheet that the line was set on. */
    addLine(sheetParts: SheetPart[], from: number, to: number): void {
      if (parts !== sheetParts || !part) part = beginPart(sheetParts, from)
      part.to = to
      if (part.rows) extendRow(part.rows, from, to)
    },
  }
}

function createPart(
  block: TextBlock | TableBlock,
  from: number,
  continues: SheetPart['continues'],
): SheetPart {
  if (block.kind === 'table')
    return { kind: 'table', from, to: from, rows: [], ...omitUndefined({ continues }) }
  const { kind = 'text', level } = block.role ?? {}
  return { kind, from, to: from, ...omitUndefined({ level }) }
}
