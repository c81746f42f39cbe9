import { z } from 'zod'

export type DescribedSchema = Readonly<Record<string, unknown>>
export type Schemas = Record<string, DescribedSchema>

type DescribeSchemaOptions = {
  /** Whether it describes a request or a reply. */
  readonly io: 'input' | 'output'
  /** Name under which recursive parts are stored. */
  readonly name: string
  readonly schemas: Schemas
}

/**
 * Converts a schema of the contract to JSON Schema, with references that work anywhere in the
 * document.
 */
export function describeSchema(
  schema: z.ZodType,
  { io, name, schemas }: DescribeSchemaOptions,
): DescribedSchema {
  const {
    $schema: _,
    $defs = {},
    ...jsonSchema
  } = z.toJSONSchema(schema, {
    io,
    // What JSON Schema cannot express is omitted; the server still checks it.
    unrepresentable: 'any',
  })
  const toComponentName = (part: string) => `${name}.${part.replace(/\W/g, '')}`
  const withMovedReferences = (value: unknown): unknown =>
    withReferences(value, { name, nameOf: toComponentName })
  for (const [part, definition] of Object.entries($defs)) {
    schemas[toComponentName(part)] = withMovedReferences(definition) as DescribedSchema
  }
  const result = withMovedReferences(jsonSchema) as DescribedSchema
  if (JSON.stringify(result).includes(`"#/components/schemas/${name}"`)) schemas[name] = result
  return result
}

type ReferenceNames = { readonly name: string; readonly nameOf: (part: string) => string }

function withReferences(value: unknown, names: ReferenceNames): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? rewriteReference(inner, names)
        : withReferences(inner, names),
    ]),
  )
}

function rewriteReference(reference: string, { name, nameOf }: ReferenceNames): string {
  const part = /^#\/\$defs\/(.+)$/.exec(reference)?.[1]
  return `#/components/schemas/${part === undefined ? name : nameOf(part)}`
}
