import { z } from 'zod'

export type DescribedSchema = Readonly<Record<string, unknown>>
export type Schemas = Record<string, DescribedSchema>

type How = {
  /** What is sent, or what comes back. */
  readonly io: 'input' | 'output'
  /** Under which parts that refer to themselves are kept. */
  readonly name: string
  readonly schemas: Schemas
}

/** A schema of the contract as JSON Schema, to stand anywhere in the one document. */
export function describeSchema(schema: z.ZodType, { io, name, schemas }: How): DescribedSchema {
  const {
    $schema: _,
    $defs = {},
    ...described
  } = z.toJSONSchema(schema, {
    io,
    // What JSON Schema has no word for is not said: the server checks it all the same.
    unrepresentable: 'any',
  })
  const nameOf = (part: string) => `${name}.${part.replace(/\W/g, '')}`
  const moved = (value: unknown): unknown => withReferences(value, { name, nameOf })
  for (const [part, definition] of Object.entries($defs)) {
    schemas[nameOf(part)] = moved(definition) as DescribedSchema
  }
  const result = moved(described) as DescribedSchema
  if (JSON.stringify(result).includes(`"#/components/schemas/${name}"`)) schemas[name] = result
  return result
}

type Names = { readonly name: string; readonly nameOf: (part: string) => string }

function withReferences(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => withReferences(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? pointTo(inner, names)
        : withReferences(inner, names),
    ]),
  )
}

function pointTo(reference: string, { name, nameOf }: Names): string {
  const part = /^#\/\$defs\/(.+)$/.exec(reference)?.[1]
  return `#/components/schemas/${part === undefined ? name : nameOf(part)}`
}
