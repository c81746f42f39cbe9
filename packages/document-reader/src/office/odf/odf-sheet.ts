import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import { markHidden } from '../../typeset/hidden-marks.ts'
import { type CellRange, isInRange, parseCellRanges } from '../parts/cell-ranges.ts'
import {
  type ExactCell,
  hiddenSheet,
  type SheetCell,
  type SheetRow,
  type ShownSheet,
  sheetTable,
} from '../parts/sheet-table.ts'
import { blockText, cellsOf, type OdfContext, tableRows, textOfNote, within } from './odf-blocks.ts'
import { pointsOf } from './odf-looks.ts'

const maxCells = 3_000_000
const emptyElement: XmlElement = { name: '', attributes: {}, children: [] }

/** Every sheet that is shown begins a page; its cells are read as they are shown. Throws `ReadError`. */
export function* odfSheets(body: XmlElement, context: OdfContext): Generator<FlowBlock> {
  yield* hiddenTables(body, context)
  for (const table of shownTables(body, context)) {
    yield { kind: 'page', title: table.attributes.name ?? '' }
    yield { kind: 'table', rows: [...sheetTable(readRows(table, context))] }
    const nonCellNames = [
      ...elementsOf(childOf(table, 'shapes') ?? emptyElement).map((box) =>
        blockText(box, within(box, context)),
      ),
      ...findAll(table, 'annotation').map((note) => noteText(textOfNote(note))),
    ]
    for (const text of nonCellNames) if (text !== '') yield { kind: 'text', text }
  }
}

/** The cells of the sheets that are shown. Throws `ReadError`. */
export const cellsOfSheets = (body: XmlElement, context: OdfContext): readonly ShownSheet[] =>
  shownTables(body, context).map((table) => ({
    title: table.attributes.name ?? '',
    rows: readRows(table, context),
  }))

const tablesIn = (body: XmlElement) => elementsOf(body).filter(({ name }) => name === 'table')

function* hiddenTables(body: XmlElement, context: OdfContext): Generator<FlowBlock> {
  for (const table of tablesIn(body))
    if (isHidden(table, context)) yield hiddenSheet(table.attributes.name ?? '')
}

const isHidden = ({ attributes }: XmlElement, { styles }: OdfContext) =>
  styles.isHiddenTable(attributes['style-name'])

const shownTables = (body: XmlElement, context: OdfContext) =>
  tablesIn(body).filter((table) => !isHidden(table, context))

function noteText(text: string): string {
  return text === '' ? '' : `Note: ${text}`
}

function readRows(table: XmlElement, context: OdfContext): SheetRow[] {
  const sheet = readColumns(table, context)
  const rows: SheetRow[] = []
  let row = 0
  let count = 0
  for (const element of tableRows(table)) {
    const times = countOf(element, 'number-rows-repeated')
    const cells = isShown(element) ? readCells(element, row, sheet) : []
    count += cells.length * times
    if (count > maxCells) throw tooMany()
    for (let i = 0; cells.length > 0 && i < times; i++) rows.push({ row: row + i, cells })
    row += times
  }
  return rows
}

function countOf({ attributes }: XmlElement, name: string): number {
  return Math.max(1, Number(attributes[name]) || 1)
}

function isShown({ attributes }: XmlElement): boolean {
  return (attributes.visibility ?? 'visible') === 'visible'
}

function tooMany(): ReadError {
  return new ReadError('too-large', `A sheet has more than ${maxCells} cells.`)
}

type Columns = {
  readonly first: number
  readonly end: number
  readonly isHidden: boolean
  readonly isNarrow: boolean
  /** The style of cells that name none. */
  readonly cellStyle: string | undefined
}

type Sheet = {
  readonly columns: readonly Columns[]
  /** The cells whose look a condition may change. */
  readonly conditionalRanges: readonly CellRange[]
  readonly context: OdfContext
}

const maxFormats = 1000
/** Points: a column below shows no letter. */
const minWidth = 2

function readColumns(table: XmlElement, context: OdfContext): Sheet {
  const columns: Columns[] = []
  let first = 0
  for (const element of findAll(table, 'table-column')) {
    const end = first + countOf(element, 'number-columns-repeated')
    const width = context.looks.property('table-column', element.attributes['style-name'], [
      'table-column-properties',
      'column-width',
    ])
    columns.push({
      first,
      end,
      isHidden: !isShown(element),
      isNarrow: pointsOf(width, minWidth) < minWidth,
      cellStyle: element.attributes['default-cell-style-name'],
    })
    first = end
  }
  const formats = findAll(table, 'conditional-format').slice(0, maxFormats)
  const conditionalRanges = formats.flatMap(({ attributes }) =>
    parseCellRanges(withoutSheets(attributes['target-range-address'] ?? '')),
  )
  return { columns, conditionalRanges, context }
}

/** References name their sheet before a dot. */
function withoutSheets(ranges: string): string {
  const withoutSheet = (reference: string) => reference.slice(reference.lastIndexOf('.') + 1)
  return ranges
    .split(' ')
    .map((range) => range.split(':').map(withoutSheet).join(':'))
    .join(' ')
}

function readCells(row: XmlElement, rowIndex: number, sheet: Sheet): SheetCell[] {
  const rowContext = within(row, sheet.context)
  const cells: SheetCell[] = []
  let column = 0
  for (const cell of cellsOf(row)) {
    const times = countOf(cell, 'number-columns-repeated')
    const isCell = cell.name === 'table-cell'
    const place = { row, rowIndex, column }
    const text = isCell
      ? shownText(cell, contextOfCell(cell, place, { ...sheet, context: rowContext }))
      : ''
    if (text !== '') {
      if (cells.length + times > maxCells) throw tooMany()
      const span = countOf(cell, 'number-columns-spanned')
      const exact = exactOf(cell)
      const cellText = { text, span, ...omitUndefined({ exact }) }
      cells.push(...Array.from({ length: times }, (_, i) => ({ column: column + i, ...cellText })))
    }
    column += times
  }
  return cells.filter((cell) => !columnsAt(sheet.columns, cell.column)?.isHidden)
}

/** The columns are in order. */
function columnsAt(columns: readonly Columns[], column: number): Columns | undefined {
  let low = 0
  let high = columns.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { first, end } = columns[middle]!
    if (column >= first && column < end) return columns[middle]
    if (column < first) high = middle - 1
    else low = middle + 1
  }
  return undefined
}

type CellPlace = { readonly row: XmlElement; readonly rowIndex: number; readonly column: number }

/** Cells that name no style have that of their row, or of their column. */
function contextOfCell(
  cell: XmlElement,
  { row, rowIndex, column }: CellPlace,
  { columns, conditionalRanges, context }: Sheet,
): OdfContext {
  const ownColumns = columnsAt(columns, column)
  const usualStyle = row.attributes['default-cell-style-name'] ?? ownColumns?.cellStyle
  const style = cell.attributes['style-name'] ?? usualStyle
  const { look, looks } = context
  const ownLook = looks.withStyle('table-cell', style, look)
  const isConditional = conditionalRanges.some((range) => isInRange(range, rowIndex, column))
  const reason = ownLook.reason ?? (ownColumns?.isNarrow ? ('tiny' as const) : undefined)
  return {
    ...context,
    look: { ...ownLook, reason, ink: isConditional ? undefined : ownLook.ink },
  }
}

function exactOf({ attributes }: XmlElement): ExactCell | undefined {
  const { 'value-type': type, value = '', 'date-value': date = '' } = attributes
  if (type === 'date')
    return /^\d{4}-\d{2}-\d{2}$/.test(date) ? { kind: 'date', value: date } : undefined
  const isNumber = type === 'float' || type === 'currency'
  return isNumber && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)
    ? { kind: 'number', value }
    : undefined
}

/** A short date whose order its text does not tell; the cell knows the day. */
const eitherOrder = /^\d{1,2}([/-])\d{1,2}\1\d{2,4}(?!\d)/

function shownText(cell: XmlElement, context: OdfContext): string {
  const value = cell.attributes['string-value'] ?? cell.attributes.value ?? ''
  // A cell that has a paragraph shows that, even if it is empty.
  const shownValue = childOf(cell, 'p') ? markHidden(value, 'transparent') : value
  const displayedText = blockText(cell, context) || shownValue
  const [day] = cell.attributes['date-value']?.split('T') ?? []
  return day === undefined ? displayedText : displayedText.replace(eitherOrder, day)
}
