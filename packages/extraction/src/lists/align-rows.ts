import type { EvidenceTree } from '@recto/provider-spec/answer'
import type { AnchoredRow } from './anchor-rows.ts'
import { cellEvidence } from './cell-evidence.ts'
import { findColumns } from './columns.ts'
import { findContinuationLines } from './continuation-lines.ts'
import { renumber } from './renumber.ts'
import type { Row, RowCell } from './row-units.ts'
import type { Source } from './source-lines.ts'
import { type Alignment, type CellMatch, type CellMatches, takeWords } from './take-words.ts'

/** Row with the position of each cell. */
type AlignedRow = {
  readonly row: Row
  readonly evidence: { readonly [column: string]: EvidenceTree }
}

export type AlignedRows = {
  readonly rows: readonly AlignedRow[]
  /** Whether a word of the document belongs to a row, by the word's number in the document. */
  readonly isOwned: Uint8Array
  /**
   * Number of row numbers that the model had counted and that were corrected to those in the
   * document.
   */
  readonly renumberedCount: number
}

/** Finds the words of every cell: first on the row's own line, then on its continuation lines. */
export function alignRows(
  source: Source,
  rows: readonly AnchoredRow[],
  rowLike: readonly number[],
): AlignedRows {
  const columns = new Map(findColumns(source, rows).map((column) => [column.name, column]))
  const isOwned = new Uint8Array(source.wordCount)
  const takenLines = new Set([...rowLike, ...rows.flatMap(({ line }) => line ?? [])])
  const alignment: Alignment = { source, columns, isOwned, takenParts: new Set() }
  // All rows take words from their own line before any row looks on other lines.
  const foundCells = rows.map((row) => alignOnOwnLine(alignment, row))
  const renumberedCount = renumber(alignment, rows, foundCells)
  for (const [i, row] of rows.entries())
    alignOnOtherLines(alignment, row, { takenLines, cells: foundCells[i] })
  const alignedRows = rows.map(({ row }, i) =>
    toAlignedRow(source, row, foundCells[i] ?? new Map()),
  )
  return { rows: alignedRows, isOwned, renumberedCount }
}

function alignOnOwnLine(alignment: Alignment, { line, cells }: AnchoredRow): CellMatches {
  const foundCells = new Map<string, CellMatch>()
  if (line === undefined) return foundCells
  const sortedCells = [...cells].sort((a, b) => weightOfCell(b) - weightOfCell(a))
  for (const { column, units } of sortedCells) {
    foundCells.set(column, { words: new Map(), missingUnits: units })
  }
  // Words in the cell's column are taken before words elsewhere.
  for (const isInColumn of [true, false]) {
    for (const [column, cell] of foundCells) {
      cell.missingUnits = takeWords(alignment, { lineIndex: line, column, cell, isInColumn })
    }
  }
  return foundCells
}

const weightOfCell = ({ units }: RowCell) => units.reduce((sum, unit) => sum + unit.weight, 0)

type RowMatch = {
  readonly takenLines: ReadonlySet<number>
  readonly cells: CellMatches | undefined
}

function alignOnOtherLines(
  alignment: Alignment,
  { line }: AnchoredRow,
  { takenLines, cells = new Map() }: RowMatch,
): void {
  if (line === undefined) return
  const incompleteCells = [...cells].filter((entry) => entry[1].missingUnits.length > 0)
  if (incompleteCells.length === 0) return
  for (const lineIndex of findSurroundingLines(alignment.source, takenLines, line)) {
    for (const [column, cell] of incompleteCells) {
      cell.missingUnits = takeWords(alignment, { lineIndex, column, cell, isInColumn: false })
    }
  }
}

/** Words may be missing, but a number or date must be in the document as a whole. */
const isSupported = ({ missingUnits }: CellMatch) =>
  missingUnits.every(({ isRequired }) => !isRequired)

function toAlignedRow(source: Source, row: Row, foundCells: CellMatches): AlignedRow {
  const entries = Object.entries(row).map(([column, originalValue]) => {
    const cell = foundCells.get(column)
    const value = cell?.value ?? originalValue
    return {
      column,
      value,
      evidence: cell && isSupported(cell) ? cellEvidence(source, cell, value) : null,
    }
  })
  return {
    row: Object.fromEntries(entries.map(({ column, value }) => [column, value])),
    evidence: Object.fromEntries(entries.map(({ column, evidence }) => [column, evidence])),
  }
}

/** Returns the lines below the row's own up to the next row, then those above it. */
function findSurroundingLines(
  source: Source,
  takenLines: ReadonlySet<number>,
  line: number,
): readonly number[] {
  return [
    ...findContinuationLines(source, takenLines, { line, step: 1 }),
    ...findContinuationLines(source, takenLines, { line, step: -1 }),
  ]
}
