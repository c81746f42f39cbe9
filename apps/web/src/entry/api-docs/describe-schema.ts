type Schema = {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly contentMediaType?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'id',
  uri: 'URL',
  binary: 'file',
  'date-time': 'date and time',
  email: 'email address',
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
}

/** Describes a schema for people, in short; the API description contains the full schema. */
export function describeSchema(rawSchema: unknown): string {
  const schema = (rawSchema ?? {}) as Schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return [...new Set(alternatives.map(describeSchema))].join(' or ')
  if (schema.type === 'array') return `list (items: ${describeSchema(schema.items)})`
  if (schema.contentMediaType !== undefined) return 'file'
  const { type = 'any value', format = '' } = schema
  if (typeof type !== 'string')
    return type.map((typeName) => types[typeName] ?? typeName).join(' or ')
  return `${formats[format] ?? types[type] ?? type}${boundsOf(schema)}`
}

function boundsOf({ type, minimum, maximum, maxLength }: Schema): string {
  // The limits of JavaScript numbers are not worth mentioning.
  const isSafe = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (type === 'string') return isSafe(maxLength) ? `, at most ${maxLength} characters` : ''
  const minTexts = isSafe(minimum) ? [`at least ${minimum}`] : []
  const maxTexts = isSafe(maximum) ? [`at most ${maximum}`] : []
  return [...minTexts, ...maxTexts].map((bound) => `, ${bound}`).join('')
}

export type DescribedField = {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
}

/** Returns the fields of an object schema, or `undefined` for any other schema. */
export function fieldsOf(rawSchema: unknown): readonly DescribedField[] | undefined {
  const { properties, required = [] } = (rawSchema ?? {}) as Schema
  if (!properties) return undefined
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    description: describeSchema(schema),
  }))
}
