type ComparableEndpoint = {
  readonly connection: string
  readonly connectorId: string | null
  readonly configuration: Readonly<Record<string, unknown>>
}

/** A workflow definition, whether or not it can run. */
export type ComparableDefinition = {
  readonly toolId: string | undefined
  readonly toolVersion?: number | undefined
  readonly settings: Readonly<Record<string, unknown>>
  readonly source: ComparableEndpoint
  readonly destination: ComparableEndpoint
}

export type DefinitionChange = {
  /** Path of the field, with dots: `settings.enable_highlight`. */
  readonly field: string
  /** Null when the definition does not have the field. */
  readonly before: string | null
  readonly after: string | null
}

/** Tool settings that the server writes itself. */
const serverFields = [
  'settings.tool_instance_id',
  'settings.prompt_registry_id',
  'settings.tenant_id',
]

const versionField = 'tool.version'

/** Lists the differences between two definitions, field by field. */
export const compareDefinitions = (
  previousDefinition: ComparableDefinition,
  updatedDefinition: ComparableDefinition,
): readonly DefinitionChange[] =>
  alignDefinitions(previousDefinition, updatedDefinition).filter(
    ({ field, before: previousValue, after: updatedValue }) =>
      previousValue !== updatedValue &&
      // Versions that an earlier version of the program has written do not name the version of their tool.
      !(field === versionField && (previousValue === null || updatedValue === null)),
  )

/** Lists the fields of two definitions, with the values of both. */
export function alignDefinitions(
  previousDefinition: ComparableDefinition,
  updatedDefinition: ComparableDefinition,
): readonly DefinitionChange[] {
  const previousFields = flattenDefinition(previousDefinition)
  const updatedFields = flattenDefinition(updatedDefinition)
  const names = [...new Set([...previousFields.keys(), ...updatedFields.keys()])].filter(
    (name) => !serverFields.includes(name),
  )
  return names.toSorted().map((field) => ({
    field,
    before: previousFields.get(field) ?? null,
    after: updatedFields.get(field) ?? null,
  }))
}

function flattenDefinition(definition: ComparableDefinition): ReadonlyMap<string, string> {
  const { toolId, toolVersion, settings, source, destination } = definition
  const endpoints = Object.entries({ source, destination }).flatMap(([side, endpoint]) => [
    [`${side}.connection`, endpoint.connection] as const,
    ...(endpoint.connectorId ? [[`${side}.connector`, endpoint.connectorId] as const] : []),
    ...toEntries(side, endpoint.configuration),
  ])
  const tool = toolId === undefined ? [] : [['tool', toolId] as const]
  const version = toolVersion === undefined ? [] : [[versionField, String(toolVersion)] as const]
  return new Map([...tool, ...version, ...endpoints, ...toEntries('settings', settings)])
}

const toEntries = (prefix: string, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(
    ([name, value]) =>
      [`${prefix}.${name}`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
