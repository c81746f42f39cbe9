import type {
  DatabaseConnector,
  NameLimit,
  TableName,
} from '@recto/provider-spec/database-connector'
import type { TableDestination } from './endpoint-settings.ts'

export function parseTableName(name: string): TableName {
  const dot = name.indexOf('.')
  return dot > 0 ? { schema: name.slice(0, dot), name: name.slice(dot + 1) } : { name }
}

type NameProblem = {
  /** Path of the field in the settings. */
  readonly path: readonly (string | number)[]
  readonly problem: string
}

/** Finds the field whose table or column name is longer than the database allows. */
export function findNameProblem(
  settings: TableDestination,
  limit: NameLimit | undefined,
): NameProblem | undefined {
  if (!limit) return undefined
  const names = [
    ...namePartsOf(['table'], settings.table),
    { path: ['filePath'], text: settings.filePath },
    { path: ['executionId'], text: settings.executionId },
    { path: ['singleColumnName'], text: settings.singleColumnName },
    ...settings.lineTables.flatMap(({ table, columns }, index) => [
      ...namePartsOf(['lineTables', index, 'table'], table),
      ...columns.map(({ name }, place) => ({
        path: ['lineTables', index, 'columns', place, 'name'],
        text: name,
      })),
    ]),
  ]
  const longName = names.find(({ text }) => measureName(text, limit) > limit.max)
  if (!longName) return undefined
  const { path, text } = longName
  const problem = `The name “${text}” is too long: the database allows ${limit.max} ${limit.unit}.`
  return { path, problem }
}

/** Refuses tables for lists where they could not be written together with the row of the file. */
export function findLineTableRefusal(
  { lineTables }: TableDestination,
  { replaceRows }: DatabaseConnector,
): NameProblem | undefined {
  if (lineTables.length === 0 || replaceRows) return undefined
  const problem =
    'This database cannot write two tables in one transaction, so that lists cannot have tables there.'
  return { path: ['lineTables'], problem }
}

function namePartsOf(path: NameProblem['path'], text: string) {
  const { schema = '', name } = parseTableName(text)
  return [schema, name].map((part) => ({ path, text: part }))
}

/** Measures a name in the unit of the limit. */
export const measureName = (name: string, { unit }: NameLimit): number =>
  unit === 'bytes' ? Buffer.byteLength(name) : name.length
