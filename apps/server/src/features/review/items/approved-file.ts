import { omitUndefined } from '@recto/omit-undefined'
import { csvLine } from '../../../platform/csv.ts'
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
  return [['file', ...(hasPaths ? ['file_path'] : []), ...fields], ...lines].map(csvLine).join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
