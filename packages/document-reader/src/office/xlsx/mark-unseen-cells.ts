import type { HiddenReason } from '@recto/document-text/model'
import { markHidden } from '../../typeset/hidden-marks.ts'
import { type CellRange, isInRange } from '../parts/cell-ranges.ts'
import type { SheetCell } from '../parts/sheet-table.ts'
import { type CellLook, type CellLooks, type LookedValue, reasonOfLook } from './cell-looks.ts'
import { type ConditionalFormat, openConditionalLooks } from './conditional-formats.ts'
import type { RichText } from './rich-text.ts'

/** A cell with what decides whether it is seen. */
export type LookedCell = Pick<SheetCell, 'column' | 'exact' | 'isFormula'> & {
  text: string
  readonly style: number
  readonly value: LookedValue
  /** The runs of a text whose letters have fonts of their own. */
  readonly runs?: RichText
}

type LookedRow = {
  readonly row: number
  readonly cells: readonly LookedCell[]
  /** It is lower than any letter. */
  readonly isFlat: boolean
}

type SheetLook = {
  readonly looks: CellLooks
  readonly styledRanges: readonly CellRange[]
  readonly narrowColumns: Uint8Array
  readonly conditionalFormats: readonly ConditionalFormat[]
  /** A picture lies behind the cells. */
  readonly hasPicture: boolean
}

/** Marks the words of cells that nobody sees. Most styles of a sheet are plain, so that most cells need no look of their own. */
export function markUnseenCells(rows: readonly LookedRow[], sheet: SheetLook): void {
  const conditions = openConditionalLooks(sheet.conditionalFormats, sheet.looks)
  const isPlainStyle = openPlainCheck(sheet.looks)
  const textOf = (cell: LookedCell, { row, isFlat }: LookedRow): string => {
    const isTiny = isFlat || sheet.narrowColumns[cell.column] === 1
    if (isTiny) return markHidden(cell.text, 'tiny')
    if (conditions.isEmpty && !cell.runs && isPlainStyle(cell)) return cell.text
    const place = { row, column: cell.column, value: cell.value }
    const look = conditions.add(lookOf(cell, row, sheet), place)
    return cell.runs ? markRuns(cell.runs, look, { cell, sheet }) : marked(cell, look)
  }
  for (const row of rows) for (const cell of row.cells) cell.text = textOf(cell, row)
}

function openPlainCheck(looks: CellLooks): (cell: LookedCell) => boolean {
  const plainStyles = new Map<string, boolean>()
  return ({ style, value }) => {
    const key = `${style} ${value.isText}`
    const isSimple = plainStyles.get(key)
    if (isSimple !== undefined) return isSimple
    const look = looks.ofStyle(style)
    const isPlain = !look.format?.includes('[') && !reasonOfLook(look, value)
    plainStyles.set(key, isPlain)
    return isPlain
  }
}

/** What is behind a cell without a fill is not known in a styled table, or over a picture. */
function lookOf(cell: LookedCell, row: number, sheet: SheetLook): CellLook {
  const look = sheet.looks.ofStyle(cell.style)
  const isPainted =
    sheet.hasPicture || sheet.styledRanges.some((range) => isInRange(range, row, cell.column))
  return isPainted && look.background === undefined ? { ...look, background: 'unknown' } : look
}

function marked({ text, value }: LookedCell, look: CellLook): string {
  return withReason(text, reasonOfLook(look, value))
}

const withReason = (text: string, reason: HiddenReason | undefined) =>
  reason ? markHidden(text, reason) : text

function markRuns(
  runs: RichText,
  look: CellLook,
  { cell, sheet }: { readonly cell: LookedCell; readonly sheet: SheetLook },
): string {
  return runs
    .map(({ text, font }) => {
      const ownLook = font ? { ...look, ...sheet.looks.ofFont(font) } : look
      return withReason(text, reasonOfLook(ownLook, cell.value))
    })
    .join('')
}
