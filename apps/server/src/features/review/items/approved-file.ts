import { resultOf } from './held-item.ts'
import type { ReviewItemRow } from './items.store.ts'

type Format = 'json' | 'csv'

/** Writes approved results to a file that other programs can open. */
export function approvedFile(items: readonly ReviewItemRow[], format: Format): string {
  const rows = items.map((item) => ({ file: item.file_name, output: resultOf(item).output }))
  return format === 'json' ? JSON.stringify(rows, null, 2) : csvOf(rows)
}

type Row = { readonly file: string; readonly output: Readonly<Record<string, unknown>> }

function csvOf(rows: readonly Row[]): string {
  const fields = [...new Set(rows.flatMap(({ output }) => Object.keys(output)))]
  const lines = rows.map(({ file, output }) => [
    file,
    ...fields.map((field) => textOf(output[field])),
  ])
  return [['file', ...fields], ...lines]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A spreadsheet takes text with such a beginning for a formula, unless it is a number. */
const formula = /^[=+\-@\t\r]/

function cellOf(text: string): string {
  const safe = formula.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
