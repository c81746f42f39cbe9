type Part = { readonly [key: string]: unknown }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the order of a form's fields. Conditional fields follow the field that they depend on,
 * because at the end of the form nobody would notice them.
 */
export function fieldOrder(schema: Part): string[] {
  const order = namesOf(schema)
  for (const rule of Array.isArray(schema.allOf) ? schema.allOf : []) {
    if (!isPart(rule)) continue
    const conditionalNames = [...namesOf(rule.then), ...namesOf(rule.else)]
    const fresh = conditionalNames.filter((name) => !order.includes(name))
    const last = Math.max(...namesOf(rule.if).map((name) => order.indexOf(name)))
    order.splice(last < 0 ? order.length : last + 1, 0, ...fresh)
  }
  // All other properties come last.
  return [...order, '*']
}

const namesOf = (part: unknown): string[] =>
  isPart(part) && isPart(part.properties) ? Object.keys(part.properties) : []
