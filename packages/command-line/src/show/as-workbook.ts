import type { SheetValue } from './table-of.ts'

/** What a cell of a workbook can hold. */
const maxCharacters = 32_767

/** One sheet. Texts are cells of type text, whatever they begin with: none becomes a formula. */
export async function asWorkbook(rows: readonly (readonly SheetValue[])[]): Promise<Uint8Array> {
  // Only who wants a workbook waits for it.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const [heading = [], ...others] = rows
  const bold = heading.map((title) => ({ ...cellOf(title), fontWeight: 'bold' as const }))
  const sheet = [bold, ...others.map((row) => row.map(cellOf))]
  return await writeXlsxFile(sheet, { sheet: 'DocumentValues', stickyRowsCount: 1 }).toBuffer()
}

function cellOf(value: SheetValue) {
  if (typeof value === 'number') return { type: Number, value }
  if (typeof value === 'boolean') return { type: Boolean, value }
  return { type: String, value: value === null ? '' : storable(value).slice(0, maxCharacters) }
}

/** Without signs that no XML may hold. */
const storable = (text: string) => text.replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
