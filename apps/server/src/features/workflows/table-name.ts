import type { NameLimit, TableName } from '@recto/provider-spec/database-connector'
import type { TableDestination } from './endpoint-settings.ts'

export function parseTableName(name: string): TableName {
  const dot = name.indexOf('.')
  return dot > 0 ? { schema: name.slice(0, dot), name: name.slice(dot + 1) } : { name }
}

type NameProblem = { readonly field: keyof TableDestination; readonly problem: string }

/** Finds the field whose table or column name is longer than the database allows. */
export function findNameProblem(
  settings: TableDestination,
  limit: NameLimit | undefined,
): NameProblem | undefined {
  if (!limit) return undefined
  const { schema = '', name } = parseTableName(settings.table)
  const names = [
    { field: 'table', text: schema },
    { field: 'table', text: name },
    { field: 'filePath', text: settings.filePath },
    { field: 'executionId', text: settings.executionId },
    { field: 'singleColumnName', text: settings.singleColumnName },
  ] as const
  const longName = names.find(({ text }) => measureName(text, limit) > limit.max)
  if (!longName) return undefined
  const { field, text } = longName
  const problem = `The name “${text}” is too long: the database allows ${limit.max} ${limit.unit}.`
  return { field, problem }
}

/** Measures a name in the unit of the limit. */
export const measureName = (name: string, { unit }: NameLimit): number =>
  unit === 'bytes' ? Buffer.byteLength(name) : name.length
