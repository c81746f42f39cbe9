import { ConnectionType, workflowFields } from '@recto/contract/workflows/workflow-fields'
import type { ToolInstance, Workflow, WorkflowEndpoint } from '@recto/contract/workflows/workflows'
import { z } from 'zod'
import { listDifferences } from '../differences.ts'
import {
  type Inventory,
  noSecrets,
  type ObjectKind,
  type ObjectReference,
  type StoredObject,
  type Values,
} from '../kind.ts'
import { isSame, isValues } from '../values.ts'
import { adapterKey } from './adapters.ts'
import { loadWorkflows } from './load-workflows.ts'
import { parseSpec } from './settings.ts'

const End = z.strictObject({
  connection: z.union([ConnectionType, z.literal('')]).default(''),
  /** The name of a connector. */
  connector: z.string().max(128).nullable().default(null),
  configuration: z.record(z.string(), z.unknown()).nullable().default(null),
})

const emptyEnd = { connection: '' as const, connector: null, configuration: null }

const Spec = z.strictObject({
  description: workflowFields.description.schema.default(''),
  prompt_text: workflowFields.promptText.schema.default(''),
  is_active: z.boolean().default(true),
  changes_need_publishing: z.boolean().default(false),
  source: End.default(emptyEnd),
  destination: End.default(emptyEnd),
  /** The step: a published project, or a built-in tool. */
  tool: z
    .union([
      z.strictObject({
        project: z.string().min(1).max(255),
        settings: z.record(z.string(), z.unknown()).default({}),
      }),
      z.strictObject({
        built_in: z.string().min(1).max(128),
        settings: z.record(z.string(), z.unknown()).default({}),
      }),
    ])
    .nullable()
    .default(null),
})
type Spec = z.output<typeof Spec>

const adapterTypes: Readonly<Record<string, string>> = { LLM: 'LLM', X2TEXT: 'X2TEXT' }
/** The server adds these to the settings of a tool. */
const addedSettings = ['tool_instance_id', 'prompt_registry_id', 'tenant_id']

/** Reads the settings of a tool, with the names of adapters in place of their ids. */
async function readTool(inventory: Inventory, instance: ToolInstance | undefined) {
  if (!instance) return null
  const { tool_id: toolId, metadata } = instance
  const query = new URLSearchParams({ function_name: toolId, workflow_id: instance.workflow })
  const { properties = {} } = await inventory.platform.send<{ properties?: Values }>(
    'GET',
    `tool_settings_schema/?${query}`,
  )
  const idKeys: unknown[] = []
  const names: Record<string, string> = {}
  for (const [name, property] of Object.entries(properties)) {
    const type = isValues(property) ? adapterTypes[String(property.adapterType)] : undefined
    if (!isValues(property) || type === undefined) continue
    const { adapterIdKey } = property
    idKeys.push(adapterIdKey)
    const id = metadata[String(adapterIdKey)]
    const key = inventory.findKey('adapter', id)
    if (key !== undefined) names[name] = key.slice(type.length + 1)
  }
  const settings = Object.entries(metadata).filter(
    ([name]) => !addedSettings.includes(name) && !idKeys.includes(name),
  )
  const project = inventory.findKey('tool', toolId)
  const step = project === undefined ? { built_in: toolId } : { project }
  return { ...step, settings: { ...Object.fromEntries(settings), ...names } }
}

function readEnd(endpoint: WorkflowEndpoint | undefined): z.output<typeof End> {
  if (!endpoint) return emptyEnd
  return {
    connection: endpoint.connection_type,
    connector: endpoint.connector?.connector_name ?? null,
    configuration: endpoint.configuration,
  }
}

async function readWorkflow(
  inventory: Inventory,
  workflow: Workflow,
  endpoints: readonly WorkflowEndpoint[],
): Promise<StoredObject> {
  const { id, workflow_name: name } = workflow
  const endOf = (type: string) =>
    readEnd(endpoints.find((end) => end.workflow === id && end.endpoint_type === type))
  const spec = {
    description: workflow.description,
    prompt_text: workflow.prompt_text,
    is_active: workflow.is_active,
    changes_need_publishing: workflow.changes_need_publishing,
    source: endOf('SOURCE'),
    destination: endOf('DESTINATION'),
    tool: await readTool(inventory, workflow.tool_instances[0]),
  }
  return { kind: 'workflow', name, id, spec, secrets: noSecrets }
}

function listReferences(spec: Spec): ObjectReference[] {
  const references: ObjectReference[] = []
  for (const end of ['source', 'destination'] as const) {
    const { connector } = spec[end]
    if (connector) references.push({ kind: 'connector', key: connector, field: `${end}.connector` })
  }
  if (spec.tool && 'project' in spec.tool)
    references.push({ kind: 'project', key: spec.tool.project, field: 'tool.project' })
  const challenger = spec.tool?.settings.challenge_llm
  if (typeof challenger === 'string' && challenger !== '')
    references.push({
      kind: 'adapter',
      key: adapterKey('LLM', challenger),
      field: 'tool.settings.challenge_llm',
    })
  return references
}

const toEnd = (inventory: Inventory, { connection, connector, configuration }: Spec['source']) => ({
  connection_type: connection,
  connector_instance: connector === null ? null : inventory.getId('connector', connector),
  configuration,
})

const toTool = (inventory: Inventory, tool: Spec['tool']) =>
  tool && {
    tool_id: 'project' in tool ? inventory.getId('tool', tool.project) : tool.built_in,
    metadata: tool.settings,
  }

const stepOf = ({ settings: _, ...step }: NonNullable<Spec['tool']>) => step

/** A setting of a connection or of the tool that the file does not have stays as it is on the server. */
function completeSettings(spec: Values, storedSpec: Values | undefined): Values {
  if (!storedSpec) return spec
  const desiredSpec = parseSpec(Spec, spec)
  const current = parseSpec(Spec, storedSpec)
  const completeEnd = (end: 'source' | 'destination') => {
    const { configuration, ...rest } = desiredSpec[end]
    const { connection, configuration: currentConfiguration } = current[end]
    if (connection !== rest.connection) return desiredSpec[end]
    const completedConfiguration = configuration && { ...currentConfiguration, ...configuration }
    return { ...rest, configuration: completedConfiguration ?? currentConfiguration }
  }
  const { tool } = desiredSpec
  const isSameTool = tool && current.tool && isSame(stepOf(tool), stepOf(current.tool))
  return {
    ...spec,
    source: completeEnd('source'),
    destination: completeEnd('destination'),
    tool: isSameTool
      ? { ...tool, settings: { ...current.tool?.settings, ...tool.settings } }
      : tool,
  }
}

export const workflowKind: ObjectKind = {
  kind: 'workflow',
  folder: 'workflows',
  spec: Spec,
  async list(inventory) {
    const { platform } = inventory
    const [workflows, endpoints] = await Promise.all([
      loadWorkflows(inventory),
      platform.send<WorkflowEndpoint[]>('GET', 'workflow/endpoint/'),
    ])
    const objects: StoredObject[] = []
    for (const workflow of workflows)
      objects.push(await readWorkflow(inventory, workflow, endpoints))
    return objects
  },
  references: ({ spec }) => listReferences(parseSpec(Spec, spec)),
  complete: completeSettings,
  async save(inventory, { name, spec }, storedObject) {
    const desiredObject = parseSpec(Spec, spec)
    const isChanged = (part: 'source' | 'destination' | 'tool') =>
      listDifferences(storedObject?.spec[part] ?? null, desiredObject[part]).length > 0
    const { id } = await inventory.platform.send<Workflow>('PUT', 'workflow/whole/', {
      id: storedObject?.id ?? null,
      workflow_name: name,
      description: desiredObject.description,
      prompt_text: desiredObject.prompt_text,
      is_active: desiredObject.is_active,
      changes_need_publishing: desiredObject.changes_need_publishing,
      source: isChanged('source') ? toEnd(inventory, desiredObject.source) : undefined,
      destination: isChanged('destination')
        ? toEnd(inventory, desiredObject.destination)
        : undefined,
      tool: isChanged('tool') ? toTool(inventory, desiredObject.tool) : undefined,
    })
    return id
  },
  remove: ({ platform }, { id }) => platform.send('DELETE', `workflow/${id}/`),
}
