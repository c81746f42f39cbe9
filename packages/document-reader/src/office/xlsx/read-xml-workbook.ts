import { omitUndefined } from '@recto/omit-undefined'
import { childOf, elementsOf, textOf, type XmlElement } from '../../markup/parse-xml.ts'
import type { FlowBlock } from '../../typeset/flow.ts'
import { hiddenSheet, type SheetCell, type SheetRow, sheetTable } from '../parts/sheet-table.ts'

const maxColumns = 16_384

/**
 * A workbook that is one XML document, as Excel 2003 and many web applications write it. Every sheet that is shown begins a
 * page. Numbers are read as they are stored, because their formats are those of Excel's own language.
 * Layout: Microsoft, "XML Spreadsheet Reference" of Office XP.
 */
export function* readXmlWorkbook(workbook: XmlElement): Generator<FlowBlock> {
  const sheets = elementsOf(workbook).filter(({ name }) => name === 'Worksheet')
  for (const sheet of sheets.filter(isHidden)) yield hiddenSheet(titleOf(sheet))
  for (const sheet of sheets) {
    if (isHidden(sheet)) continue
    yield { kind: 'page', title: titleOf(sheet) }
    yield { kind: 'table', rows: [...sheetTable(readRows(childOf(sheet, 'Table')))] }
  }
}

const titleOf = ({ attributes }: XmlElement) => attributes.Name ?? ''

function isHidden(sheet: XmlElement): boolean {
  const visible = childOf(sheet, 'WorksheetOptions', 'Visible')
  return visible !== undefined && /^SheetHidden|^SheetVeryHidden/.test(textOf(visible).trim())
}

/** A row or cell states its place only after a gap. */
function placeOf({ attributes }: XmlElement, usualPlace: number): number {
  const statedPlace = Number(attributes.Index)
  return Number.isInteger(statedPlace) && statedPlace > usualPlace ? statedPlace - 1 : usualPlace
}

const countOf = (text: string | undefined) => Math.max(0, Math.trunc(Number(text)) || 0)

function readRows(table: XmlElement | undefined): SheetRow[] {
  const rows: SheetRow[] = []
  let nextRow = 0
  for (const element of table ? elementsOf(table) : []) {
    if (element.name !== 'Row') continue
    const row = placeOf(element, nextRow)
    nextRow = row + 1 + countOf(element.attributes.Span)
    rows.push({ row, cells: readCells(element) })
  }
  return rows
}

function readCells(row: XmlElement): SheetCell[] {
  const cells: SheetCell[] = []
  let nextColumn = 0
  for (const element of elementsOf(row)) {
    if (element.name !== 'Cell' || nextColumn >= maxColumns) continue
    const column = placeOf(element, nextColumn)
    const mergedColumns = countOf(element.attributes.MergeAcross)
    nextColumn = column + 1 + mergedColumns
    const text = showData(childOf(element, 'Data'))
    const span = mergedColumns > 0 ? Math.min(maxColumns, mergedColumns + 1) : undefined
    if (text !== '') cells.push({ column, text, ...omitUndefined({ span }) })
  }
  return cells
}

function showData(data: XmlElement | undefined): string {
  if (!data) return ''
  const text = textOf(data).replace(/\r\n?/g, '\n')
  switch (data.attributes.Type) {
    case 'DateTime':
      return text
        .replace(/T00:00:00(?:\.0+)?$/, '')
        .replace('T', ' ')
        .replace(/\.0+$/, '')
    case 'Boolean':
      return text.trim() === '1' ? 'TRUE' : 'FALSE'
    default:
      return text
  }
}
