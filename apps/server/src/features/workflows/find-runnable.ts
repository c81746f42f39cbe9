import { findConnectionProblem } from '@recto/contract/workflows/connection-pairs'
import { omitUndefined } from '@recto/omit-undefined'
import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { WorkflowDefinition } from '../../platform/db/tables/workflows.ts'
import {
  findBuiltInProblem,
  findNewestToolVersion,
  findToolOfStep,
  type Tool,
} from '../tools/tools.port.ts'
import type { ComparableDefinition } from './compare-definitions.ts'
import { findToolInstances, type ToolInstanceRow } from './tool-instances.store.ts'
import { findVersion } from './workflow-versions.store.ts'
import { type EndpointRow, findEndpoints, findWorkflow } from './workflows.store.ts'

/** Everything that an execution needs of a workflow, as it was when the execution started. */
export type RunnableWorkflow = WorkflowDefinition & {
  readonly workflowId: string
  readonly workflowName: string
}

/**
 * `draft`: the workflow as it is being edited. `live`: what deployments, pipelines and apps run. The two only differ
 * where changes need publishing, and since an update of the program until the next edit.
 */
export type WorkflowVersionKind = 'draft' | 'live'

/**
 * Finds a workflow that can run; `undefined` when it does not exist. Throws 400 with the reason
 * when it cannot run yet.
 */
export async function findRunnableWorkflow(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
  versionKind: WorkflowVersionKind = 'draft',
): Promise<RunnableWorkflow | undefined> {
  const workflow = await findWorkflow(tenant, workflowId)
  if (!workflow) return undefined
  const { name: workflowName, live_version: version } = workflow
  if (versionKind === 'live' && version !== null) {
    const live = await findVersion(tenant, { workflowId, version })
    if (live) return { workflowId, workflowName, ...live.definition }
  }
  if (versionKind === 'live' && workflow.changes_need_publishing) {
    throw badRequest('No version of this workflow has been published yet.')
  }
  return { workflowId, workflowName, ...(await loadRunnableDraft(ctx, tenant, workflowId)) }
}

/** Loads the draft for a run. Throws 400 with the reason when it cannot run yet. */
export async function loadRunnableDraft(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<WorkflowDefinition> {
  const [source, destination] = await findEndpoints(tenant, { workflowIds: [workflowId] })
  if (!source?.connection_type) throw badRequest('The workflow has no source yet.')
  if (!destination?.connection_type) throw badRequest('The workflow has no destination yet.')
  assertPair(source.connection_type, destination.connection_type)
  assertConnected('source', source)
  assertConnected('destination', destination)
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  if (!instance) throw badRequest('The workflow has no tool yet.')
  const step = await toStepDefinition(tenant, instance)
  const tool = await findToolOfStep(ctx, tenant, step)
  if (!tool) throw badRequest('The tool no longer exists.')
  assertConfigured(tool, step.settings)
  return {
    source: toEndpointDefinition(source.connection_type, source),
    destination: toEndpointDefinition(destination.connection_type, destination),
    ...step,
  }
}

async function toStepDefinition(tenant: Tenant, instance: ToolInstanceRow) {
  const { tool_id: toolId, tool_version: restoredVersion, metadata: settings } = instance
  const toolVersion = restoredVersion ?? (await findNewestToolVersion(tenant, toolId))
  return { toolId, settings, ...omitUndefined({ toolVersion }) }
}

function assertPair(
  source: EndpointRow['connection_type'],
  destination: EndpointRow['connection_type'],
): void {
  const problem = findConnectionProblem({ source, destination })
  if (problem) throw badRequest(problem)
}

/** A built-in tool that was added but not configured cannot run. */
function assertConfigured(tool: Tool, settings: Readonly<Record<string, unknown>>): void {
  const problem = tool.builtIn && findBuiltInProblem(tool.builtIn, settings, '')
  if (problem)
    throw badRequest(`Configure the tool “${tool.name}” first: its bins ${problem.problem}.`)
}

/** Loads the draft, whether or not it can run. */
export async function loadDraft(tenant: Tenant, workflowId: string): Promise<ComparableDefinition> {
  const [source, destination] = await findEndpoints(tenant, { workflowIds: [workflowId] })
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  const step = instance
    ? await toStepDefinition(tenant, instance)
    : { toolId: undefined, settings: {} }
  return {
    ...step,
    source: toEndpointDefinition(source?.connection_type ?? '', source),
    destination: toEndpointDefinition(destination?.connection_type ?? '', destination),
  }
}

/** Files, tables and calls need a connector, and a table needs a name. */
function assertConnected(side: string, endpoint: EndpointRow): void {
  const { connection_type: type, connector_id, configuration } = endpoint
  if (type !== 'FILESYSTEM' && type !== 'DATABASE' && type !== 'HTTP') return
  if (!connector_id) throw badRequest(`The ${side} has no connector yet.`)
  if (type === 'DATABASE' && !configuration?.table) {
    throw badRequest(`The ${side} has no table yet.`)
  }
}

const toEndpointDefinition = <Connection>(
  connection: Connection,
  endpoint: EndpointRow | undefined,
) => ({
  connection,
  connectorId: endpoint?.connector_id ?? null,
  configuration: endpoint?.configuration ?? {},
})
