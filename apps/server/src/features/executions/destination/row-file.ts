import { findFreeName } from '@recto/contract/workflows/line-tables'
import { isAnyNumber, isContainer, isExactNumber } from '@recto/exact-json/exact-number'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { badRequest } from '../../../platform/app-error.ts'
import { csvLine } from '../../../platform/csv.ts'
import {
  type FileDestination,
  fieldOf,
  listFieldsOf,
  readList,
} from '../../workflows/workflows.port.ts'
import { findPage, type TableResult } from './build-row.ts'
import type { Delivery } from './delivery.ts'

type RowFormat = Exclude<FileDestination['fileFormat'], 'json'>

export type RowFileInput = Pick<Delivery, 'file' | 'plan'> & {
  readonly settings: FileDestination
  readonly result: TableResult
}

/**
 * A column has the type of its prompt, or `whole` for numbers that are counted here. A value is a JSON value whose
 * numbers may be exact; undefined where an item lacks the field.
 */
type RowColumn = {
  readonly name: string
  readonly type: string | undefined
  readonly values: readonly unknown[]
}

/** Builds a file with a row of the values, or with a row for each item of a list. Throws 400 if the list is none. */
export function buildRowFile(format: RowFormat, input: RowFileInput): Uint8Array {
  const columns = input.settings.itemsOf === '' ? listFileColumns(input) : listItemColumns(input)
  if (format === 'parquet') return encodeParquet(columns)
  return new TextEncoder().encode(format === 'csv' ? encodeCsv(columns) : encodeJsonLines(columns))
}

function listFileColumns({ file, plan, settings, result }: RowFileInput): readonly RowColumn[] {
  const { output = {}, evidence = {}, metadata = {} } = result
  const types = new Map(plan.tool.metadata.outputs.map(({ name, type }) => [name, type]))
  const names = Object.keys(output)
  const takenNames = new Set(names.map((name) => name.toLowerCase()))
  const originColumns = listOriginColumns(file, { takenNames, rowCount: 1 })
  const fieldColumns = names.flatMap((name): readonly RowColumn[] => {
    const column = { name, type: types.get(name), values: [output[name]] }
    if (!settings.includeConfidence) return [column]
    const confidence = metadata.confidence?.[name]
    return [
      column,
      {
        name: findFreeName(`${name}_confidence`, takenNames),
        type: 'number',
        values: [typeof confidence === 'number' ? confidence : null],
      },
      {
        name: findFreeName(`${name}_page`, takenNames),
        type: 'whole',
        values: [findPage(evidence[name])],
      },
    ]
  })
  return [...originColumns, ...fieldColumns]
}

function listItemColumns({ file, plan, settings, result }: RowFileInput): readonly RowColumn[] {
  const { itemsOf } = settings
  const { output = {} } = result
  const list = Object.hasOwn(output, itemsOf) ? readList(output[itemsOf]) : undefined
  if (!list) throw badRequest(`The answer of “${itemsOf}” is not a list.`)
  const prompt = plan.tool.metadata.outputs.find(({ name }) => name === itemsOf)
  const fields = [...new Set([...(prompt?.table_settings?.headers ?? []), ...listFieldsOf(list)])]
  const takenNames = new Set(fields.map((field) => field.toLowerCase()))
  const rowCount = list.items.length
  return [
    ...listOriginColumns(file, { takenNames, rowCount }),
    {
      name: findFreeName('item_number', takenNames),
      type: 'whole',
      values: list.items.map((_, index) => index + 1),
    },
    ...fields.map((field) => {
      const values = list.items.map((item) => fieldOf(item, field))
      return { name: field, type: findType(values), values }
    }),
  ]
}

type OriginOptions = { readonly takenNames: Set<string>; readonly rowCount: number }

/** Lists the columns that say where a row comes from. A field of the same name keeps its own. */
function listOriginColumns(
  file: Delivery['file'],
  { takenNames, rowCount }: OriginOptions,
): readonly RowColumn[] {
  const column = (name: string, value: string) => ({
    name: findFreeName(name, takenNames),
    type: 'text',
    values: Array<string>(rowCount).fill(value),
  })
  return [
    column('file_path', file.file_path ?? file.file_name),
    column('execution_id', file.execution_id),
  ]
}

/** Returns the type that all values of a field have, apart from those that are missing. */
function findType(values: readonly unknown[]): string {
  const presentValues = values.filter((value) => value !== null && value !== undefined)
  if (presentValues.length > 0 && presentValues.every(isAnyNumber)) return 'number'
  return presentValues.length > 0 && presentValues.every((value) => typeof value === 'boolean')
    ? 'boolean'
    : 'text'
}

function toRows(columns: readonly RowColumn[]): readonly (readonly unknown[])[] {
  const count = columns[0]?.values.length ?? 0
  return Array.from({ length: count }, (_, row) => columns.map(({ values }) => values[row] ?? null))
}

function encodeJsonLines(columns: readonly RowColumn[]): string {
  const lines = toRows(columns).map((cells) => {
    // Text, not an object: a field may have the name of a member that all objects have.
    const members = columns.map(
      ({ name }, index) => `${JSON.stringify(name)}:${JSON.stringify(cells[index])}`,
    )
    return `{${members.join(',')}}\n`
  })
  return lines.join('')
}

function encodeCsv(columns: readonly RowColumn[]): string {
  const header = csvLine(columns.map(({ name }) => name))
  return [header, ...toRows(columns).map((cells) => csvLine(cells.map(toText)))].join('')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isContainer(value) ? JSON.stringify(value) : String(value)
}

/**
 * A column of numbers or truth values has their type if all of its values fit, also without a loss of digits. All other
 * columns are text, with dates as ISO writes them and lists as JSON.
 */
function encodeParquet(columns: readonly RowColumn[]): Uint8Array {
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, type, values }) => ({
      name,
      ...toParquetValues(type, values),
    })),
  })
  return new Uint8Array(buffer)
}

function toParquetValues(type: string | undefined, values: readonly unknown[]) {
  const isMissing = (value: unknown) => value === null || value === undefined
  const fits = (test: (value: unknown) => boolean) =>
    values.every((value) => isMissing(value) || test(value))
  if (type === 'whole') return { type: 'INT32' as const, data: [...values], nullable: true }
  if (type === 'number' && fits(isDouble)) {
    const data = values.map((value) => (isMissing(value) ? null : Number(value)))
    return { type: 'DOUBLE' as const, data, nullable: true }
  }
  if (type === 'boolean' && fits((value) => typeof value === 'boolean')) {
    return { type: 'BOOLEAN' as const, data: values.map((value) => value ?? null), nullable: true }
  }
  const data = values.map((value) => (isMissing(value) ? null : toText(value)))
  return { type: 'STRING' as const, data, nullable: true }
}

/** An exact number is one that a double cannot hold. */
const isDouble = (value: unknown): boolean => isAnyNumber(value) && !isExactNumber(value)
