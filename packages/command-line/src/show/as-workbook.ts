import type { SheetValue } from './table-of.ts'

/** Maximum number of characters in a cell. */
const maxCharacters = 32_767

/**
 * Returns a workbook with one sheet. Texts are cells of type text, so none can become a formula.
 */
export async function asWorkbook(rows: readonly (readonly SheetValue[])[]): Promise<Uint8Array> {
  // Loaded on demand, because few callers want a workbook.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const [heading = [], ...body] = rows
  const bold = heading.map((title) => ({ ...cellOf(title), fontWeight: 'bold' as const }))
  const sheet = [bold, ...body.map((row) => row.map(cellOf))]
  return await writeXlsxFile(sheet, { sheet: 'DocumentValues', stickyRowsCount: 1 }).toBuffer()
}

function cellOf(value: SheetValue) {
  if (typeof value === 'number') return { type: Number, value }
  if (typeof value === 'boolean') return { type: Boolean, value }
  return {
    type: String,
    value: value === null ? '' : removeInvalidXmlCharacters(value).slice(0, maxCharacters),
  }
}

/** Removes characters that XML cannot contain. */
const removeInvalidXmlCharacters = (text: string) =>
  text.replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
