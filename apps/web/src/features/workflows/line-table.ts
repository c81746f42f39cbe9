import { type ColumnType, columnTypes } from '@recto/contract/workflows/line-tables'
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

/** Characters that the names of tables and columns cannot have. */
const refusedCharacters = /["'`[\]\\;\p{Cc}]/gu

/** Proposes a table for a list, with the columns that its newest answer has. */
export function proposeLineTable(
  { prompt, fields }: ListPrompt,
  values: FormValues,
): LineTableSettings {
  const start = textOf(values.table).trim()
  const table = `${start === '' ? '' : `${start}_`}${prompt}`.replaceAll(refusedCharacters, '')
  return { prompt, table, columns: fields.map((field) => proposeColumn(field, values)) }
}

function proposeColumn(
  { name, type }: ListPrompt['fields'][number],
  { filePath = 'file_path', executionId = 'execution_id' }: FormValues,
): LineColumnSettings {
  const keyNames = ['id', 'item_number', filePath, executionId].map((one) =>
    textOf(one).toLowerCase(),
  )
  const plainName = name.replaceAll(refusedCharacters, '').trim()
  const columnName = keyNames.includes(plainName.toLowerCase()) ? `item_${plainName}` : plainName
  return { field: name, name: columnName, ...omitUndefined({ type: type ?? undefined }) }
}
