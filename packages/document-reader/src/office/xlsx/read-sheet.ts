import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import { type Attributes, parseXml } from '../../markup/parse-xml.ts'
import { type CellRange, columnOf } from '../parts/cell-ranges.ts'
import { columnName, type SheetCell, type SheetRow } from '../parts/sheet-table.ts'
import { type CellFormats, serialOf } from './cell-format.ts'
import type { CellLooks } from './cell-looks.ts'
import { type ConditionalFormat, openConditionalFormat } from './conditional-formats.ts'
import { type LookedCell, markUnseenCells } from './mark-unseen-cells.ts'
import { openRichText, plainTextOf, type RichText } from './rich-text.ts'

const maxCells = 3_000_000
const maxColumns = 16_384
/** Points, and widths of a digit: rows and columns below show no letter. */
const minHeight = 2
const minWidth = 0.1

export type SheetContext = {
  readonly strings: readonly RichText[]
  readonly formats: CellFormats
  readonly looks: CellLooks
  /** Cells that the style of a table paints. */
  readonly styledRanges: readonly CellRange[]
}

type OpenCell = {
  column: number
  type: string
  style: number
  value: string
  formula: string
  hasValue: boolean
}
type RowBuilder = { row: number; cells: LookedCell[]; isHidden: boolean; isFlat: boolean }

type SheetBuilder = {
  readonly rows: RowBuilder[]
  readonly spans: Map<string, number>
  readonly hiddenColumns: Uint8Array
  readonly narrowColumns: Uint8Array
  readonly conditionalFormats: ConditionalFormat[]
  conditionalRanges: string
  hasPicture: boolean
  cell: OpenCell | undefined
  textTarget: 'value' | 'formula' | 'condition' | undefined
  count: number
}

type Handler = (builder: SheetBuilder, attributes: Attributes) => void

const openHandlers: Readonly<Record<string, Handler>> = {
  col({ hiddenColumns, narrowColumns }, { min = '', max = '', hidden = '', width }) {
    if (isTrue(hidden)) hiddenColumns.fill(1, Number(min) - 1, Number(max))
    if (Number(width ?? minWidth) < minWidth) narrowColumns.fill(1, Number(min) - 1, Number(max))
  },
  row({ rows }, { r, hidden = '', ht }) {
    const row = r ? Number(r) - 1 : (rows.at(-1)?.row ?? -1) + 1
    const isFlat = Number(ht ?? minHeight) < minHeight
    rows.push({ row, cells: [], isHidden: isTrue(hidden), isFlat })
  },
  c(builder, { r, t = 'n', s = '0' }) {
    const column = r ? columnOf(r, 0) : (builder.rows.at(-1)?.cells.at(-1)?.column ?? -1) + 1
    builder.cell = { column, type: t, style: Number(s), value: '', formula: '', hasValue: false }
  },
  v(builder) {
    builder.textTarget = 'value'
    if (builder.cell) builder.cell.hasValue = true
  },
  f(builder) {
    builder.textTarget = 'formula'
  },
  mergeCell({ spans }, { ref = '' }) {
    const [from = '', to = from] = ref.split(':')
    spans.set(from, columnOf(to, 0) - columnOf(from, 0) + 1)
  },
  conditionalFormatting(builder, { sqref = '' }) {
    builder.conditionalRanges = sqref
  },
  cfRule({ conditionalFormats, conditionalRanges }, attributes) {
    conditionalFormats.push(openConditionalFormat(conditionalRanges, attributes))
  },
  formula(builder) {
    builder.conditionalFormats.at(-1)?.formulas.push('')
    builder.textTarget = 'condition'
  },
  colorScale: paintByValue,
  dataBar: paintByValue,
  picture(builder) {
    builder.hasPicture = true
  },
}

/**
 * The cells of a worksheet as they are shown; hidden rows and columns are not, and words that nobody sees are marked.
 * Throws `ReadError`.
 */
export function readSheet(bytes: Uint8Array, context: SheetContext): SheetRow[] {
  const builder: SheetBuilder = {
    rows: [],
    spans: new Map(),
    hiddenColumns: new Uint8Array(maxColumns),
    narrowColumns: new Uint8Array(maxColumns),
    conditionalFormats: [],
    conditionalRanges: '',
    hasPicture: false,
    cell: undefined,
    textTarget: undefined,
    count: 0,
  }
  const inlineText = openRichText()
  parseXml(bytes, {
    open(name, attributes) {
      openHandlers[name]?.(builder, attributes)
      if (name === 'is') inlineText.begin()
      inlineText.open(name, attributes)
    },
    text(text) {
      addText(builder, text)
      inlineText.text(text)
    },
    close(name) {
      builder.textTarget = undefined
      inlineText.close(name)
      if (name === 'c') closeCell(builder, context, inlineText.take())
    },
  })
  const rows = builder.rows.filter(({ isHidden }) => !isHidden)
  markUnseenCells(rows, { ...builder, ...context })
  return rows.map((row) => visibleRow(row, builder))
}

function paintByValue({ conditionalFormats }: SheetBuilder): void {
  const last = conditionalFormats.at(-1)
  if (last) last.paints = true
}

function addText({ cell, textTarget, conditionalFormats }: SheetBuilder, text: string): void {
  if (textTarget === 'condition') {
    const formulas = conditionalFormats.at(-1)?.formulas
    if (formulas) formulas[formulas.length - 1] += text
  } else if (cell && textTarget) cell[textTarget] += text
}

function closeCell(builder: SheetBuilder, context: SheetContext, inlineText: RichText): void {
  const { cell, rows } = builder
  builder.cell = undefined
  if (!cell) return
  if (++builder.count > maxCells)
    throw new ReadError('too-large', `A sheet has more than ${maxCells} cells.`)
  const { column, type, style, value } = cell
  const runs = runsOf(cell, context, inlineText)
  const text = runs ? plainTextOf(runs) : showCell(cell, context)
  if (text === '') return
  const exact = exactCell(cell, context)
  const isText = type !== 'n' && type !== 'd'
  const richText = runs?.some(({ font }) => font) ? runs : undefined
  rows.at(-1)?.cells.push({
    column,
    text,
    style,
    value: { text: isText ? text : value, isText },
    ...omitUndefined({ exact, runs: richText, isFormula: isUncalculated(cell) || undefined }),
  })
}

/** The text of a cell that has one; numbers, days and results of formulas have none. */
function runsOf(
  { type, value }: OpenCell,
  { strings }: SheetContext,
  inlineText: RichText,
): RichText | undefined {
  if (type === 's') return strings[Number(value)]
  return type === 'inlineStr' ? inlineText : undefined
}

function visibleRow(
  { row, cells }: RowBuilder,
  { hiddenColumns, spans }: Pick<SheetBuilder, 'hiddenColumns' | 'spans'>,
): SheetRow {
  return {
    row,
    cells: cells
      .filter(({ column }) => hiddenColumns[column] !== 1)
      .map(({ column, text, exact, isFormula }): SheetCell => {
        const span = spans.size > 0 ? spans.get(`${columnName(column)}${row + 1}`) : undefined
        return { column, text, ...omitUndefined({ exact, isFormula, span: span || undefined }) }
      }),
  }
}

/** Programs that write a workbook without calculating it leave out the values of its formulas. */
function isUncalculated({ value, formula, hasValue }: OpenCell): boolean {
  return value === '' && formula !== '' && !hasValue
}

function showCell(cell: OpenCell, context: SheetContext): string {
  const { type, style, value, formula } = cell
  if (value === '') return isUncalculated(cell) ? `=${formula}` : ''
  if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return context.formats.show(serialOf(value), style)
  return type === 'n' ? context.formats.show(value, style) : value
}

function exactCell({ type, style, value }: OpenCell, { formats }: SheetContext) {
  if (type === 'd') return formats.exact(serialOf(value), style)
  return type === 'n' ? formats.exact(value, style) : undefined
}

function isTrue(flag: string): boolean {
  return flag === '1' || flag === 'true'
}
