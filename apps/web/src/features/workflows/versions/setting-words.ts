import { labelOfFlag, labelOfValue } from '../../../shared/words/value-label.ts'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import { labelOfType, lineTablesOf } from '../line-table.ts'

type Part = { readonly [key: string]: unknown }

/** The schemas of the settings of both ends and of the tool, as far as they have been loaded. */
export type SettingSchemas = {
  readonly source: Part | undefined
  readonly destination: Part | undefined
  readonly settings: Part | undefined
}

const sides: Readonly<Record<string, string>> = {
  source: 'Source',
  destination: 'Destination',
  settings: 'Tool setting',
}

const wholeNames: Readonly<Record<string, string>> = {
  tool: 'Tool',
  'tool.version': 'Version of the prompts',
  'source.connection': 'Source: type',
  'destination.connection': 'Destination: type',
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const splitField = (field: string): { readonly side: string; readonly name: string } => {
  const dot = field.indexOf('.')
  return { side: field.slice(0, dot < 0 ? undefined : dot), name: field.slice(dot + 1) }
}

function propertyOf(field: string, schemas: SettingSchemas): Part | undefined {
  const { side, name } = splitField(field)
  const schema = side in schemas ? schemas[side as keyof SettingSchemas] : undefined
  const property = isPart(schema?.properties) ? schema.properties[name] : undefined
  return isPart(property) ? property : undefined
}

/** Name of a setting as its form has it: `source.maxFiles` is “Source: Maximum files per run”. */
export function nameOfSetting(field: string, schemas: SettingSchemas): string {
  const { side, name } = splitField(field)
  const title = propertyOf(field, schemas)?.title
  const label = typeof title === 'string' ? title : labelOfWord(name)
  return wholeNames[field] ?? `${sides[side] ?? labelOfWord(side)}: ${label}`
}

/** Value of a setting as its form has it; lists are joined, and an empty one is a dash. */
export function textOfSetting(
  field: string,
  value: string | null,
  schemas: SettingSchemas,
): string {
  if (value === null || value === '' || value === '[]') return '-'
  const { name } = splitField(field)
  const property = propertyOf(field, schemas)
  const label = labelIn(property, value)
  if (label !== undefined) return label
  if (value.startsWith('["')) return joinList(value)
  if (name === 'lineTables') return describeLineTables(value)
  // A setting that no schema has belongs to another tool. Of those, no text is “true”.
  const isFlag = property === undefined || property.type === 'boolean'
  return isFlag ? labelOfFlag(labelOfValue(name, value)) : labelOfValue(name, value)
}

/** The label of an enumeration of a schema, in either of the forms that ours have. */
function labelIn(property: Part | undefined, value: string): string | undefined {
  const choices = Array.isArray(property?.oneOf) ? property.oneOf.filter(isPart) : []
  const title = choices.find((choice) => choice.const === value)?.title
  if (typeof title === 'string') return title
  const { enum: values, enumNames: names } = property ?? {}
  const name = Array.isArray(values) && Array.isArray(names) && names[values.indexOf(value)]
  return typeof name === 'string' ? name : undefined
}

/** Whether the field holds the id of an adapter that another field names. */
export function isIdOfNamed(field: string, { settings }: SettingSchemas): boolean {
  const properties = isPart(settings?.properties) ? Object.values(settings.properties) : []
  return properties.some(
    (property) => isPart(property) && `settings.${property.adapterIdKey}` === field,
  )
}

/** Describes all that differs between two versions of the tables for lists. */
function describeLineTables(value: string): string {
  try {
    return lineTablesOf({ lineTables: JSON.parse(value) })
      .map(({ prompt, table, columns }) => {
        const columnTexts = columns.map(({ field, name, type }) =>
          [`${field}: ${name}`, ...(type ? [labelOfType(type)] : [])].join(', '),
        )
        return [`${prompt}: ${table}`, ...columnTexts].join('; ')
      })
      .join(' | ')
  } catch {
    return value
  }
}

function joinList(value: string): string {
  try {
    return (JSON.parse(value) as readonly unknown[]).join(', ')
  } catch {
    return value
  }
}
