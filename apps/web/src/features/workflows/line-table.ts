import {
  type ColumnType,
  columnTypes,
  nameColumns,
  toPlainName,
} from '@recto/contract/workflows/line-tables'
import { omitUndefined } from '@recto/omit-undefined'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import type { ListPrompt } from './workflows.queries.ts'

export type LineColumnSettings = {
  readonly field: string
  readonly name: string
  /** The values of the first file decide if there is none. */
  readonly type?: ColumnType | undefined
}

/** A table that gets one row for each item of a list. */
export type LineTableSettings = {
  readonly prompt: string
  readonly table: string
  readonly columns: readonly LineColumnSettings[]
}

const typeLabels: Readonly<Record<ColumnType, string>> = {
  text: 'Text',
  whole: 'Whole number',
  decimal: 'Number',
  number: 'Number, rounded to 15 digits',
  truth: 'True or false',
  date: 'Date',
  time: 'Date and time',
  json: 'JSON',
}

export const labelOfType = (type: ColumnType): string => typeLabels[type]

/** The choice without a type. */
export const byValues = 'by-values'

export const typeOptions = [
  { value: byValues, label: 'By the values' },
  ...columnTypes.map((type) => ({ value: type, label: typeLabels[type] })),
]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads the tables of a configuration, which a client may have written in any way. */
export function lineTablesOf({ lineTables }: FormValues): readonly LineTableSettings[] {
  if (!Array.isArray(lineTables)) return []
  return lineTables.filter(isRecord).map(({ prompt, table, columns }) => ({
    prompt: textOf(prompt),
    table: textOf(table),
    columns: (Array.isArray(columns) ? columns : []).filter(isRecord).map(readColumn),
  }))
}

const readColumn = ({
  field,
  name,
  type,
}: Readonly<Record<string, unknown>>): LineColumnSettings => ({
  field: textOf(field),
  name: textOf(name),
  ...omitUndefined({ type: columnTypes.find((one) => one === type) }),
})

/** Proposes a table for a list, with the columns that its newest answer has. */
export function proposeLineTable(list: ListPrompt, values: FormValues): LineTableSettings {
  const start = textOf(values.table).trim()
  const table = toPlainName(`${start === '' ? '' : `${start}_`}${list.prompt}`)
  return { prompt: list.prompt, table, columns: proposeColumns(list, values) }
}

/** Proposes columns for the fields of a list that have none yet, with the names that they get without a choice. */
export function proposeColumns(
  { fields }: ListPrompt,
  { filePath = 'file_path', executionId = 'execution_id' }: FormValues,
  columns: readonly LineColumnSettings[] = [],
): readonly LineColumnSettings[] {
  const knownFields = new Set(columns.map(({ field }) => field))
  const newFields = fields.filter(({ name }) => !knownFields.has(name))
  const ownNames = columns.map(({ name }) => name)
  const names = nameColumns({
    fields: newFields.map(({ name }) => name),
    takenNames: ['id', textOf(filePath), textOf(executionId), 'item_number', ...ownNames],
  })
  return newFields.map(({ name: field, type }, index) => ({
    field,
    name: names[index] ?? field,
    ...omitUndefined({ type: type ?? undefined }),
  }))
}
