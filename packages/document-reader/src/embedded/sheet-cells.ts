import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'
import { columnName, type SheetCell, type ShownSheet } from '../office/parts/sheet-table.ts'
import { hasMarks } from '../typeset/hidden-marks.ts'

/** More are a table, and nothing that anybody asks for one by one. */
const maxCells = 4000
const maxLabelLength = 80
const maxValueLength = 4000

/**
 * The cells of a spreadsheet that stand alone behind their label, by where they are: `Order!B7`. Such a row has a text and one
 * other cell; or a text that ends in a colon stands before the cell.
 */
export function sheetCells(sheets: Iterable<ShownSheet>): EmbeddedData {
  const values: EmbeddedValue[] = []
  for (const { title, rows } of sheets) {
    for (const { row, cells } of rows) {
      if (values.length >= maxCells) return { values, problems: [] }
      const seenCells = cells.filter(({ text }) => !hasMarks(text))
      values.push(
        ...labelledIn(seenCells).map(([label, cell]) => {
          const name = `${title}!${columnName(cell.column)}${row + 1}`
          return cellValue(name, label, cell)
        }),
      )
    }
  }
  return { values, problems: [] }
}

function labelledIn(cells: readonly SheetCell[]): readonly (readonly [string, SheetCell])[] {
  return cells
    .map((label, index) => {
      const value = cells[index + 1]
      const text = label.text.trim()
      const isLabel = !label.exact && text.length <= maxLabelLength && /\p{L}/u.test(text)
      const isPair = cells.length === 2 || (text.endsWith(':') && !value?.text.trim().endsWith(':'))
      return value && isLabel && isPair ? ([text, value] as const) : undefined
    })
    .filter((value) => value !== undefined)
}

function cellValue(name: string, label: string, { text, exact }: SheetCell): EmbeddedValue {
  const shortText = text.trim().slice(0, maxValueLength)
  const common = { source: 'cell', name, label, place: {} } as const
  if (!exact) return { ...common, kind: 'text', value: shortText }
  return {
    ...common,
    ...exact,
    ...omitUndefined({ shown: exact.value === shortText ? undefined : shortText }),
  }
}
