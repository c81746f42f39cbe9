import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'
import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import {
  type ExactCell,
  type SheetCell,
  type SheetRow,
  type ShownSheet,
  sheetTable,
} from '../parts/sheet-table.ts'
import { blockText, cellsOf, type OdfContext, tableRows, textOfNote } from './odf-blocks.ts'

const maxCells = 3_000_000
const emptyElement: XmlElement = { name: '', attributes: {}, children: [] }

/** Every sheet that is shown begins a page; its cells are read as they are shown. Throws `ReadError`. */
export function* odfSheets(body: XmlElement, context: OdfContext): Generator<FlowBlock> {
  for (const table of shownTables(body, context)) {
    yield { kind: 'page', title: table.attributes.name ?? '' }
    yield { kind: 'table', rows: [...sheetTable(readRows(table, context))] }
    const nonCellNames = [
      ...elementsOf(childOf(table, 'shapes') ?? emptyElement).map((box) => blockText(box, context)),
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

const shownTables = (body: XmlElement, { styles }: OdfContext) =>
  elementsOf(body).filter(
    ({ name, attributes }) => name === 'table' && !styles.isHiddenTable(attributes['style-name']),
  )

function noteText(text: string): string {
  return text === '' ? '' : `Note: ${text}`
}

function readRows(table: XmlElement, context: OdfContext): SheetRow[] {
  const hidden = hiddenColumns(table)
  const rows: SheetRow[] = []
  let row = 0
  let count = 0
  for (const element of tableRows(table)) {
    const times = countOf(element, 'number-rows-repeated')
    const cells = isShown(element) ? readCells(element, hidden, context) : []
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

type Hidden = readonly (readonly [first: number, end: number])[]

function hiddenColumns(table: XmlElement): Hidden {
  const hidden: [number, number][] = []
  let column = 0
  for (const element of findAll(table, 'table-column')) {
    const end = column + countOf(element, 'number-columns-repeated')
    if (!isShown(element)) hidden.push([column, end])
    column = end
  }
  return hidden
}

function readCells(row: XmlElement, hidden: Hidden, context: OdfContext): SheetCell[] {
  const cells: SheetCell[] = []
  let column = 0
  for (const cell of cellsOf(row)) {
    const times = countOf(cell, 'number-columns-repeated')
    const text = cell.name === 'table-cell' ? shownText(cell, context) : ''
    if (text !== '') {
      if (cells.length + times > maxCells) throw tooMany()
      const span = countOf(cell, 'number-columns-spanned')
      const exact = exactOf(cell)
      const cellText = { text, span, ...omitUndefined({ exact }) }
      cells.push(...Array.from({ length: times }, (_, i) => ({ column: column + i, ...cellText })))
    }
    column += times
  }
  return cells.filter(
    (cell) => !hidden.some(([from, end]) => cell.column >= from && cell.column < end),
  )
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
  const displayedText =
    blockText(cell, context) || (cell.attributes['string-value'] ?? cell.attributes.value ?? '')
  const [day] = cell.attributes['date-value']?.split('T') ?? []
  return day === undefined ? displayedText : displayedText.replace(eitherOrder, day)
}
