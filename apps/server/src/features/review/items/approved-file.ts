import { omitUndefined } from '@recto/omit-undefined'
import { resultOf } from './held-item.ts'
import type { ReviewItemRow } from './items.store.ts'

type Format = 'json' | 'csv'

type ApprovedResults = {
  readonly items: readonly ReviewItemRow[]
  /** Paths by the id of the file. */
  readonly paths: ReadonlyMap<string, string>
}

/**
 * Writes approved results to a file that other programs can open. Where names repeat, the paths of
 * the files are beside them.
 */
export function approvedFile({ items, paths }: ApprovedResults, format: Format): string {
  const names = new Set(items.map(({ file_name }) => file_name))
  const hasRepeatedNames = names.size < items.length
  const rows = items.map((item) => ({
    file: item.file_name,
    ...omitUndefined({
      file_path: hasRepeatedNames ? (paths.get(item.file_execution_id) ?? '') : undefined,
    }),
    output: resultOf(item).output,
  }))
  return format === 'json' ? JSON.stringify(rows, null, 2) : csvOf(rows)
}

type Row = {
  readonly file: string
  readonly file_path?: string
  readonly output: Readonly<Record<string, unknown>>
}

function csvOf(rows: readonly Row[]): string {
  const fields = [...new Set(rows.flatMap(({ output }) => Object.keys(output)))]
  const hasPaths = rows.some(({ file_path }) => file_path !== undefined)
  const lines = rows.map(({ file, file_path, output }) => [
    file,
    ...(hasPaths ? [file_path ?? ''] : []),
    ...fields.map((field) => textOf(output[field])),
  ])
  return [['file', ...(hasPaths ? ['file_path'] : []), ...fields], ...lines]
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
