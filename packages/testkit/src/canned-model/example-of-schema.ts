import type { JsonObject } from './received-call.ts'

const plainExamples: Readonly<Record<string, unknown>> = {
  string: 'canned',
  number: 0,
  integer: 0,
  boolean: false,
  null: null,
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The simplest value that follows a JSON Schema: what may be null is null, what may be empty is empty. */
export function exampleOfSchema(schema: JsonObject): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  return Array.isArray(choices) ? exampleOfChoices(choices) : exampleOfType(schema)
}

function exampleOfChoices(choices: readonly JsonObject[]): unknown {
  return choices.some(({ type }) => type === 'null') ? null : exampleOfSchema(choices[0] ?? {})
}

function exampleOfType(schema: JsonObject): unknown {
  const types = [schema.type].flat()
  if (types.includes('null')) return null
  if (types.includes('array')) return []
  if (types.includes('object') || isObject(schema.properties)) return exampleObject(schema)
  return plainExamples[String(types[0])] ?? null
}

function exampleObject(schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      exampleOfSchema(isObject(value) ? value : {}),
    ]),
  )
}
