import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { WorkflowDefinition } from '../../platform/db/tables/workflows.ts'
import { builtInProblem, findTool, type Tool } from '../tools/tools.port.ts'
import type { Comparable } from './compare-definitions.ts'
import { findToolInstances } from './tool-instances/tool-instances.store.ts'
import { findVersion } from './workflow-versions.store.ts'
import { type EndpointRow, findEndpoints, findWorkflow } from './workflows.store.ts'

/** What an execution needs of a workflow, as it was when the execution began. */
export type Runnable = WorkflowDefinition & {
  readonly workflowId: string
  readonly workflowName: string
}

/** `draft`: as somebody works on it. `live`: as it was published for those who rely on it. */
export type WhichVersion = 'draft' | 'live'

/** `undefined` when there is no such workflow; 400 with the reason when it cannot run yet. */
export async function findRunnable(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
  which: WhichVersion = 'draft',
): Promise<Runnable | undefined> {
  const workflow = await findWorkflow(tenant, workflowId)
  if (!workflow) return undefined
  const { name: workflowName, live_version: version } = workflow
  if (which === 'live' && version !== null) {
    const live = await findVersion(tenant, { workflowId, version })
    if (live) return { workflowId, workflowName, ...live.definition }
  }
  return { workflowId, workflowName, ...(await definitionOf(ctx, tenant, workflowId)) }
}

/** The draft as a run would need it. 400 with the reason when it cannot run yet. */
export async function definitionOf(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<WorkflowDefinition> {
  const [source, destination] = await findEndpoints(tenant, { workflowIds: [workflowId] })
  if (!source?.connection_type) throw badRequest('The workflow has no source yet.')
  if (!destination?.connection_type) throw badRequest('The workflow has no destination yet.')
  assertConnected('source', source)
  assertConnected('destination', destination)
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  if (!instance) throw badRequest('The workflow has no tool yet.')
  const tool = await findTool(ctx, tenant, instance.tool_id, instance.metadata)
  if (!tool) throw badRequest('The tool is gone.')
  assertSet(tool, instance.metadata)
  return {
    source: endOf(source.connection_type, source),
    destination: endOf(destination.connection_type, destination),
    toolId: instance.tool_id,
    settings: instance.metadata,
  }
}

/** What was put into a workflow and never set cannot run. */
function assertSet(tool: Tool, settings: Readonly<Record<string, unknown>>): void {
  const found = tool.builtIn && builtInProblem(tool.builtIn, settings, '')
  if (found) throw badRequest(`Set the tool “${tool.name}” first: its bins ${found.problem}.`)
}

/** The draft as it stands, whether it can run or not. */
export async function findDraft(tenant: Tenant, workflowId: string): Promise<Comparable> {
  const [source, destination] = await findEndpoints(tenant, { workflowIds: [workflowId] })
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  return {
    toolId: instance?.tool_id,
    settings: instance?.metadata ?? {},
    source: endOf(source?.connection_type ?? '', source),
    destination: endOf(destination?.connection_type ?? '', destination),
  }
}

/** Files and tables are somewhere, and a table has a name. */
function assertConnected(side: string, end: EndpointRow): void {
  const { connection_type: type, connector_id, configuration } = end
  if (type !== 'FILESYSTEM' && type !== 'DATABASE') return
  if (!connector_id) throw badRequest(`The ${side} has no connector yet.`)
  if (type === 'DATABASE' && !configuration?.table) {
    throw badRequest(`The ${side} has no table yet.`)
  }
}

const endOf = <Connection>(connection: Connection, end: EndpointRow | undefined) => ({
  connection,
  connectorId: end?.connector_id ?? null,
  configuration: end?.configuration ?? {},
})
