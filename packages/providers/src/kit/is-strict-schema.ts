type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a JSON Schema follows the rules of strict answers: every object in it closes itself
 * (`additionalProperties: false`) and requires all of its properties.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema)
  if (!isSchema(schema)) return true
  return isClosed(schema) && partsOf(schema).every(isStrictSchema)
}

function isClosed({ type, properties, required, additionalProperties }: Schema): boolean {
  if (type === undefined && properties === undefined) return true
  if (![type].flat().includes('object') && properties === undefined) return true
  const requiredKeys = Array.isArray(required) ? required : []
  const keys = isSchema(properties) ? Object.keys(properties) : []
  return additionalProperties === false && keys.every((key) => requiredKeys.includes(key))
}

const partsOf = ({ properties, items, anyOf, $defs }: Schema): readonly unknown[] => [
  ...(isSchema(properties) ? Object.values(properties) : []),
  ...(isSchema($defs) ? Object.values($defs) : []),
  items,
  anyOf,
]
