import type { EvidenceTree } from '@recto/provider-spec/answer'
import { cellEvidence } from './cell-evidence.ts'
import { columnsOf } from './columns.ts'
import type { AnchoredRow } from './find-anchors.ts'
import { linesFrom } from './lines-of-row.ts'
import { renumber } from './renumber.ts'
import type { Row, RowCell } from './row-units.ts'
import type { Source } from './source-lines.ts'
import { type Aligning, type FoundCell, type FoundCells, takeWords } from './take-words.ts'

/** Row with the position of each cell. */
type AlignedRow = {
  readonly row: Row
  readonly evidence: { readonly [column: string]: EvidenceTree }
}

export type Aligned = {
  readonly rows: readonly AlignedRow[]
  /** Whether a word of the document belongs to a row, by the word's number in the document. */
  readonly isOwned: Uint8Array
  /**
   * Number of row numbers that the model had counted and that were corrected to those in the
   * document.
   */
  readonly renumbered: number
}

/** Finds the words of every cell: first on the row's own line, then on its continuation lines. */
export function alignRows(
  source: Source,
  rows: readonly AnchoredRow[],
  rowLike: readonly number[],
): Aligned {
  const columns = new Map(columnsOf(source, rows).map((column) => [column.name, column]))
  const isOwned = new Uint8Array(source.wordCount)
  const taken = new Set([...rowLike, ...rows.flatMap(({ line }) => line ?? [])])
  const aligning: Aligning = { source, columns, isOwned }
  // All rows take words from their own line before any row looks on other lines.
  const found = rows.map((row) => onOwnLine(aligning, row))
  const renumbered = renumber(aligning, rows, found)
  for (const [i, row] of rows.entries()) onOtherLines(aligning, row, { taken, cells: found[i] })
  const aligned = rows.map(({ row }, i) => alignedOf(source, row, found[i] ?? new Map()))
  return { rows: aligned, isOwned, renumbered }
}

function onOwnLine(aligning: Aligning, { line, cells }: AnchoredRow): FoundCells {
  const found = new Map<string, FoundCell>()
  if (line === undefined) return found
  const ordered = [...cells].sort((a, b) => weight(b) - weight(a))
  for (const { column, units } of ordered) {
    found.set(column, { words: new Map(), missing: units })
  }
  // Words in the cell's column are taken before words elsewhere.
  for (const isInColumn of [true, false]) {
    for (const [column, cell] of found) {
      cell.missing = takeWords(aligning, { at: line, column, cell, isInColumn })
    }
  }
  return found
}

const weight = ({ units }: RowCell) => units.reduce((sum, unit) => sum + unit.weight, 0)

type Further = { readonly taken: ReadonlySet<number>; readonly cells: FoundCells | undefined }

function onOtherLines(
  aligning: Aligning,
  { line }: AnchoredRow,
  { taken, cells = new Map() }: Further,
): void {
  if (line === undefined) return
  const missing = [...cells].filter((entry) => entry[1].missing.length > 0)
  if (missing.length === 0) return
  for (const at of linesAround(aligning.source, taken, line)) {
    for (const [column, cell] of missing) {
      cell.missing = takeWords(aligning, { at, column, cell, isInColumn: false })
    }
  }
}

function alignedOf(source: Source, row: Row, found: FoundCells): AlignedRow {
  const entries = Object.entries(row).map(([column, given]) => {
    const cell = found.get(column)
    const value = cell?.value ?? given
    return { column, value, places: cell ? cellEvidence(source, cell, value) : null }
  })
  return {
    row: Object.fromEntries(entries.map(({ column, value }) => [column, value])),
    evidence: Object.fromEntries(entries.map(({ column, places }) => [column, places])),
  }
}

/** Returns the lines below the row's own up to the next row, then those above it. */
function linesAround(source: Source, taken: ReadonlySet<number>, line: number): readonly number[] {
  return [
    ...linesFrom(source, taken, { line, step: 1 }),
    ...linesFrom(source, taken, { line, step: -1 }),
  ]
}
