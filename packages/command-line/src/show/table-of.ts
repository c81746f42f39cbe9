import type { FolderResult } from '../run/folder-state.ts'

export type SheetValue = string | number | boolean | null

/** A heading, then a row for each file; a column for each field that any file has. */
export function tableOf(results: readonly FolderResult[]): readonly (readonly SheetValue[])[] {
  const fields = [...new Set(results.flatMap(({ values }) => Object.keys(values ?? {})))]
  const rows = results.map(({ file, values, error }) => [
    file,
    ...fields.map((field) => cellOf(values?.[field])),
    error ?? null,
  ])
  return [['file', ...fields, 'error'], ...rows]
}

function cellOf(value: unknown): SheetValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}
