import { isContainer } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import { csvLine } from '../../platform/csv.ts'
import type { ExtractedFile } from './extract-file.ts'
import { formatJson } from './format-json.ts'

/** Formats results for a file whose name ends with `.csv`, `.json` or `.jsonl`. */
export function formatResultFile(
  results: readonly ExtractedFile[],
  {
    outFile,
    columns,
  }: { readonly outFile: string; readonly columns: readonly string[] | undefined },
): string {
  if (/\.json$/i.test(outFile)) return formatJson(results)
  if (/\.jsonl$/i.test(outFile))
    return results.map((result) => `${JSON.stringify(result)}\n`).join('')
  const rows = results.flatMap((result) => listRows(new Set(columns), result))
  const names = columns ?? [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
  const lines = rows.map(({ file, cells, error }) =>
    csvLine([file, ...names.map((name) => cells[name] ?? ''), error]),
  )
  return csvLine(['file', ...names, 'error']) + lines.join('')
}

type Cells = Readonly<Record<string, string>>
type Row = { readonly file: string; readonly cells: Cells; readonly error: string }

/** A file has one row, or one for each item if the schema is that of an array. */
function listRows(columns: ReadonlySet<string>, result: ExtractedFile): readonly Row[] {
  const { file } = result
  if ('error' in result) return [{ file, cells: {}, error: result.error.message }]
  if (!('fields' in result)) {
    const entries = Object.entries(result.values)
    const cells = Object.fromEntries(entries.map(([name, { value }]) => [name, toCell(value)]))
    return [{ file, cells, error: '' }]
  }
  const items: readonly Json[] = Array.isArray(result.values) ? result.values : [result.values]
  return items.map((item) => ({ file, cells: getCells(item, columns), error: '' }))
}

/** The cells of a row by the name of their column; what is below a column is JSON. */
function getCells(item: Json, columns: ReadonlySet<string>): Cells {
  const cells: Record<string, string> = {}
  const collect = (value: Json, name: string): void => {
    if (columns.has(name) || !isContainer(value) || Array.isArray(value)) {
      cells[name || 'value'] = toCell(value)
      return
    }
    for (const [key, child] of Object.entries(value as Readonly<Record<string, Json>>)) {
      collect(child, name === '' ? key : `${name}.${key}`)
    }
  }
  collect(item, '')
  return cells
}

function toCell(value: Json): string {
  if (value === null) return ''
  return isContainer(value) ? JSON.stringify(value) : String(value)
}
