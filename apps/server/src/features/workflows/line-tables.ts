import { ColumnType, refusedNameCharacters } from '@recto/contract/workflows/line-tables'
import { z } from 'zod'

/** The column with the number of an item in its list, from 1. */
export const itemNumberColumn = 'item_number'

/** Programs that read a table seldom quote its names, and no quoting is the same in all databases. */
const plainName = (max: number, missingMessage: string) =>
  z
    .string()
    .trim()
    .min(1, missingMessage)
    .max(max)
    .regex(
      new RegExp(`^[^${refusedNameCharacters}]*$`),
      'Quotation marks, brackets, backslashes and semicolons are not allowed.',
    )

const LineColumn = z.strictObject({
  /** The key of the values in the items. */
  field: z.string().max(255),
  name: plainName(127, 'Enter a column name.'),
  /** The values of the first file decide if there is none. */
  type: ColumnType.optional(),
})

const LineTable = z.strictObject({
  prompt: z.string().min(1, 'Choose a prompt.').max(255),
  table: plainName(127, 'Enter a table name.'),
  columns: z.array(LineColumn).max(200).default([]),
})
export type LineTable = z.output<typeof LineTable>

export const LineTables = z.array(LineTable).max(20).default([]).meta({
  title: 'Tables for lists',
  description:
    'One row for each item of a list, in addition to the row of its file, in which the list also stays.',
})

type TableSettings = {
  readonly table: string
  readonly filePath: string
  readonly executionId: string
  readonly lineTables: readonly LineTable[]
}

type NameIssue = { readonly path: readonly (string | number)[]; readonly message: string }

/** Names of the columns that identify a file, in its own row and in the rows of its lists. */
export const listFileColumns = ({
  filePath,
  executionId,
}: Pick<TableSettings, 'filePath' | 'executionId'>) => ['id', filePath, executionId]

/** Finds names that would mean two things. Databases differ in whether they distinguish capitals, so that we do not. */
export function findLineTableIssues(settings: TableSettings): readonly NameIssue[] {
  const { lineTables } = settings
  if (lineTables.length === 0) return []
  const issues = lineTables.flatMap((lineTable, index) =>
    [
      ...findTableIssues(lineTable, lineTables.slice(0, index), settings),
      ...findColumnIssues(lineTable, settings),
    ].map(({ path, message }) => ({ path: ['lineTables', index, ...path], message })),
  )
  const clashingFields = (['filePath', 'executionId'] as const).filter(
    (field) => settings[field].toLowerCase() === itemNumberColumn,
  )
  const message = `“${itemNumberColumn}” is the column of the item’s number in the tables for lists.`
  return [...issues, ...clashingFields.map((field) => ({ path: [field], message }))]
}

function findTableIssues(
  { prompt, table }: LineTable,
  earlierTables: readonly LineTable[],
  settings: TableSettings,
): readonly NameIssue[] {
  const issues: NameIssue[] = []
  const refuse = (field: keyof LineTable, message: string) =>
    issues.push({ path: [field], message })
  if (earlierTables.some((one) => one.prompt === prompt))
    refuse('prompt', `“${prompt}” has a table already.`)
  if (isSameTable(table, settings.table)) refuse('table', `“${table}” is the table of the files.`)
  if (earlierTables.some((one) => isSameTable(one.table, table)))
    refuse('table', `“${table}” is the table of another list.`)
  return issues
}

function findColumnIssues({ columns }: LineTable, settings: TableSettings): readonly NameIssue[] {
  const reservedNames = [...listFileColumns(settings), itemNumberColumn].map(toLower)
  return columns.flatMap(({ field, name }, index) => {
    const issues: NameIssue[] = []
    const earlierColumns = columns.slice(0, index)
    const refuse = (property: string, message: string) =>
      issues.push({ path: ['columns', index, property], message })
    if (reservedNames.includes(toLower(name)))
      refuse('name', `The column “${name}” identifies the item. Choose another name.`)
    if (earlierColumns.some((one) => toLower(one.name) === toLower(name)))
      refuse('name', `Another column is named “${name}”.`)
    if (earlierColumns.some((one) => one.field === field))
      refuse('field', `“${field}” has a column already.`)
    return issues
  })
}

const toLower = (text: string) => text.toLowerCase()

/** A table that is named without a schema may be in any. */
function isSameTable(firstText: string, secondText: string): boolean {
  const [name, schema] = splitName(firstText)
  const [otherName, otherSchema] = splitName(secondText)
  if (name !== otherName) return false
  return schema === undefined || otherSchema === undefined || schema === otherSchema
}

function splitName(text: string): readonly [string, string | undefined] {
  const dot = text.indexOf('.')
  const name = text.slice(dot > 0 ? dot + 1 : 0).toLowerCase()
  return [name, dot > 0 ? text.slice(0, dot).toLowerCase() : undefined]
}
