type Part = { readonly [key: string]: unknown }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The fields of a form in their order: one that appears on a condition stands behind the field that
 * decides on it, and not below all others, where nobody sees it come.
 */
export function fieldOrder(schema: Part): string[] {
  const order = namesOf(schema)
  for (const rule of Array.isArray(schema.allOf) ? schema.allOf : []) {
    if (!isPart(rule)) continue
    const added = [...namesOf(rule.then), ...namesOf(rule.else)]
    const fresh = added.filter((name) => !order.includes(name))
    const last = Math.max(...namesOf(rule.if).map((name) => order.indexOf(name)))
    order.splice(last < 0 ? order.length : last + 1, 0, ...fresh)
  }
  // Whatever else a schema brings in comes last.
  return [...order, '*']
}

const namesOf = (part: unknown): string[] =>
  isPart(part) && isPart(part.properties) ? Object.keys(part.properties) : []
