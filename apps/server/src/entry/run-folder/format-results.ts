import type { FolderResult } from './folder-state.ts'

export const formats = ['json', 'csv'] as const
export type Format = (typeof formats)[number]

/** All results as one file. */
export const formatResults = (results: readonly FolderResult[], format: Format): string =>
  format === 'json' ? asJson(results) : asCsv(results)

const asJson = (results: readonly FolderResult[]): string =>
  `${JSON.stringify(
    results.map(({ hash: _, ...shown }) => shown),
    null,
    2,
  )}\n`

/** A column for each field that any file has. */
function asCsv(results: readonly FolderResult[]): string {
  const fields = [...new Set(results.flatMap(({ values }) => Object.keys(values ?? {})))]
  const rows = results.map(({ file, values, error }) => [
    file,
    ...fields.map((field) => cellOf(values?.[field])),
    error ?? '',
  ])
  return [['file', ...fields, 'error'], ...rows]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A cell that begins like a formula is text for whoever opens the file; a number may begin with a minus. */
function quoted(cell: string): string {
  const isFormula = /^[=+@\t\r-]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell)
  const safe = isFormula ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
