type End = {
  readonly connection: string
  readonly connectorId: string | null
  readonly configuration: Readonly<Record<string, unknown>>
}

/** A definition, whether it can run or not. */
export type Comparable = {
  readonly toolId: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
  readonly source: End
  readonly destination: End
}

export type DefinitionChange = {
  /** Where it stands, with dots: `settings.enable_highlight`. */
  readonly field: string
  /** Null where there was none, or is none any more. */
  readonly before: string | null
  readonly after: string | null
}

/** What the server writes among the settings of a tool, and nobody sets. */
const written = ['settings.tool_instance_id', 'settings.prompt_registry_id', 'settings.tenant_id']

/** In what two definitions differ, field by field. */
export function compareDefinitions(
  before: Comparable,
  after: Comparable,
): readonly DefinitionChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((it) => !written.includes(it))
  return names
    .toSorted()
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

function fieldsOf(definition: Comparable): ReadonlyMap<string, string> {
  const { toolId, settings, source, destination } = definition
  const ends = Object.entries({ source, destination }).flatMap(([side, end]) => [
    [`${side}.connection`, end.connection] as const,
    ...(end.connectorId ? [[`${side}.connector`, end.connectorId] as const] : []),
    ...entriesOf(side, end.configuration),
  ])
  const tool = toolId === undefined ? [] : [['tool', toolId] as const]
  return new Map([...tool, ...ends, ...entriesOf('settings', settings)])
}

const entriesOf = (prefix: string, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(
    ([name, value]) =>
      [`${prefix}.${name}`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
