type Part = { readonly [key: string]: unknown }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the fields of a form that are folded: those that the schema marks with `isAdvanced`, as long as they are as
 * usual. A field that belongs to another one is folded with it, or not at all.
 */
export function foldedFields(schema: Part, values: Part): ReadonlySet<string> {
  const properties = isPart(schema.properties) ? Object.entries(schema.properties) : []
  const fields = properties.map(([name, property]) => {
    const { isAdvanced, belongsTo, default: usualValue } = isPart(property) ? property : {}
    return {
      name,
      group: typeof belongsTo === 'string' ? belongsTo : name,
      isUsual: isAdvanced === true && isUsual(values[name], usualValue),
    }
  })
  const openGroups = new Set(fields.filter((field) => !field.isUsual).map(({ group }) => group))
  return new Set(fields.filter(({ group }) => !openGroups.has(group)).map(({ name }) => name))
}

/** An empty field counts as usual. */
function isUsual(value: unknown, usualValue: unknown): boolean {
  return (
    value === undefined || value === null || JSON.stringify(value) === JSON.stringify(usualValue)
  )
}
