import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import { type Attributes, parseXml } from '../../markup/parse-xml.ts'
import { columnName, type SheetCell, type SheetRow } from '../parts/sheet-table.ts'
import { type CellFormats, serialOf } from './cell-format.ts'

const maxCells = 3_000_000
const maxColumns = 16_384

export type SheetContext = {
  readonly strings: readonly string[]
  readonly formats: CellFormats
}

type OpenCell = { column: number; type: string; style: number; value: string; formula: string }
type RowBuilder = { row: number; cells: SheetCell[]; isHidden: boolean }

/** The cells of a worksheet as they are shown; hidden rows and columns are not. Throws `ReadError`. */
export function readSheet(bytes: Uint8Array, context: SheetContext): SheetRow[] {
  const rows: RowBuilder[] = []
  const spans = new Map<string, number>()
  const hidden = new Uint8Array(maxColumns)
  let cell: OpenCell | undefined
  let textTarget: 'value' | 'formula' | undefined
  let count = 0

  const openHandlers: Readonly<Record<string, (attributes: Attributes) => void>> = {
    col: ({ min = '', max = '', hidden: isHidden = '' }) => {
      if (isTrue(isHidden)) hidden.fill(1, Number(min) - 1, Number(max))
    },
    row: ({ r, hidden: isHidden = '' }) => {
      const row = r ? Number(r) - 1 : (rows.at(-1)?.row ?? -1) + 1
      rows.push({ row, cells: [], isHidden: isTrue(isHidden) })
    },
    c: ({ r, t = 'n', s = '0' }) => {
      const column = r ? columnOf(r) : (rows.at(-1)?.cells.at(-1)?.column ?? -1) + 1
      cell = { column, type: t, style: Number(s), value: '', formula: '' }
    },
    v: () => {
      textTarget = 'value'
    },
    t: () => {
      textTarget = 'value'
    },
    rPh: () => {
      textTarget = undefined
    },
    f: () => {
      textTarget = 'formula'
    },
    mergeCell: ({ ref = '' }) => {
      const [from = '', to = from] = ref.split(':')
      spans.set(from, columnOf(to) - columnOf(from) + 1)
    },
  }
  parseXml(bytes, {
    open: (name, attributes) => openHandlers[name]?.(attributes),
    text(text) {
      if (cell && textTarget) cell[textTarget] += text
    },
    close(name) {
      textTarget = undefined
      if (name !== 'c' || !cell) return
      const text = showCell(cell, context)
      const exact = exactCell(cell, context)
      if (text !== '')
        rows.at(-1)?.cells.push({ column: cell.column, text, ...omitUndefined({ exact }) })
      if (++count > maxCells)
        throw new ReadError('too-large', `A sheet has more than ${maxCells} cells.`)
      cell = undefined
    },
  })
  return rows.filter(({ isHidden }) => !isHidden).map((row) => visibleRow(row, hidden, spans))
}

function visibleRow(
  { row, cells }: RowBuilder,
  hidden: Uint8Array,
  spans: ReadonlyMap<string, number>,
): SheetRow {
  const visibleCells = cells.filter(({ column }) => hidden[column] !== 1)
  if (spans.size === 0) return { row, cells: visibleCells }
  return {
    row,
    cells: visibleCells.map((cell) => {
      const span = spans.get(`${columnName(cell.column)}${row + 1}`)
      return span ? { ...cell, span } : cell
    }),
  }
}

function showCell({ type, style, value, formula }: OpenCell, context: SheetContext): string {
  if (value === '') return formula === '' ? '' : `=${formula}`
  if (type === 's') return context.strings[Number(value)] ?? ''
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

/** `AB12` is column 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return Math.max(0, column - 1)
}
