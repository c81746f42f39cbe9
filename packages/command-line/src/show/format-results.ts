import type { FolderResult } from '../run/folder-state.ts'
import { asWorkbook } from './as-workbook.ts'
import { type SheetValue, tableOf } from './table-of.ts'

export const formats = ['json', 'csv', 'xlsx'] as const
export type Format = (typeof formats)[number]

/** Formats all results as one file. */
export async function formatResults(
  results: readonly FolderResult[],
  format: Format,
): Promise<string | Uint8Array> {
  if (format === 'json') return asJson(results)
  return format === 'csv' ? asCsv(tableOf(results)) : asWorkbook(tableOf(results))
}

const asJson = (results: readonly FolderResult[]): string =>
  `${JSON.stringify(
    results.map(({ hash: _, ...visibleFields }) => visibleFields),
    null,
    2,
  )}\n`

const asCsv = (rows: readonly (readonly SheetValue[])[]): string =>
  rows.map((cells) => `${cells.map(toCsvCell).join(',')}\r\n`).join('')

/**
 * Escapes a CSV cell. A cell that looks like a formula is prefixed, so that spreadsheets show it as
 * text; a number may begin with a minus.
 */
function toCsvCell(value: SheetValue): string {
  const cell = String(value ?? '')
  const isFormula = /^[=+@\t\r-]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell)
  const safe = isFormula ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
