import type { FolderResult } from '../run/folder-state.ts'
import { asWorkbook } from './as-workbook.ts'
import { type SheetValue, tableOf } from './table-of.ts'

export const formats = ['json', 'csv', 'xlsx'] as const
export type Format = (typeof formats)[number]

/** All results as one file. */
export async function formatResults(
  results: readonly FolderResult[],
  format: Format,
): Promise<string | Uint8Array> {
  if (format === 'json') return asJson(results)
  return format === 'csv' ? asCsv(tableOf(results)) : asWorkbook(tableOf(results))
}

const asJson = (results: readonly FolderResult[]): string =>
  `${JSON.stringify(
    results.map(({ hash: _, ...shown }) => shown),
    null,
    2,
  )}\n`

const asCsv = (rows: readonly (readonly SheetValue[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')

/** A cell that begins like a formula is text for whoever opens the file; a number may begin with a minus. */
function quoted(given: SheetValue): string {
  const cell = String(given ?? '')
  const isFormula = /^[=+@\t\r-]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell)
  const safe = isFormula ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
