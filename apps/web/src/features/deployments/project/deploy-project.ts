import * as api from '@recto/contract/deployments/deployments'
import { createToolInstance } from '@recto/contract/tools/tool-instances'
import { exportTool, getExport, listRegistry } from '@recto/contract/tools/tools'
import { rowsIn } from '@recto/contract/wire/paging'
import * as flows from '@recto/contract/workflows/workflows'
import { Refusal } from '../../../shared/api/refusal.ts'
import { send } from '../../../shared/api/requests.ts'

/** Steps of deploying a project as an API, in order. */
export const deploySteps = ['export', 'workflow', 'ends', 'deployment', 'key'] as const
export type DeployStep = (typeof deploySteps)[number]

type DeployProjectOptions = {
  readonly projectId: string
  readonly userId: number
  readonly displayName: string
  readonly apiName: string
  /** Id of the tool, if an earlier attempt has exported it. */
  readonly toolId: string | undefined
  /** Exports even if prompts were not run. */
  readonly isForced: boolean
  onStep(step: DeployStep): void
  onExported(toolId: string): void
}

export type DeployedProject = { readonly endpoint: string; readonly key: string }

/**
 * Deploys a project as an API. Each step looks for the results of an earlier attempt and continues
 * from there, so that an interrupted deployment can be repeated without creating anything twice.
 */
export async function deployProject(options: DeployProjectOptions): Promise<DeployedProject> {
  const { onStep } = options
  onStep('export')
  const toolId = options.toolId ?? (await exportProject(options))
  options.onExported(toolId)
  onStep('workflow')
  const { deployments, workflow } = await workflowFor(toolId, options)
  onStep('ends')
  await connect(workflow.id)
  onStep('deployment')
  const deploymentsOfWorkflow = deployments.filter(
    (candidate) => candidate.workflow === workflow.id,
  )
  const deployment =
    findActiveDeployment(deploymentsOfWorkflow) ?? (await createDeployment(workflow.id, options))
  onStep('key')
  return { endpoint: deployment.api_endpoint, key: await keyOf(deployment.id) }
}

type DeployedProjectQuery = Pick<DeployProjectOptions, 'projectId' | 'userId'>

/** Finds the deployment that deploying the project again updates. */
export async function findDeploymentToUpdate({
  projectId,
  userId,
}: DeployedProjectQuery): Promise<api.DeploymentListItem | null> {
  const [tool] = await send(listRegistry, { query: { custom_tool: projectId } })
  if (!tool) return null
  const { deployments, completeWorkflow } = await findWorkflows(tool.prompt_registry_id, userId)
  const isToUpdate = ({ workflow, is_active }: api.DeploymentListItem) =>
    workflow === completeWorkflow?.id && is_active
  return deployments.find(isToUpdate) ?? null
}

/**
 * Returns an active deployment of the workflow, if any. Throws if all were switched off, because
 * somebody chose to do so.
 */
function findActiveDeployment(
  deployments: readonly api.DeploymentListItem[],
): api.DeploymentListItem | undefined {
  const active = deployments.find(({ is_active }) => is_active)
  const [switchedOff] = deployments
  if (active || !switchedOff) return active
  const failure = `The project is deployed as “${switchedOff.display_name}”, which is not active. Activate it under API Deployments.`
  throw new Refusal({ kind: 'client_error', status: 409, serverMessage: failure })
}

/** Exports the project and retains the sharing of its tool. */
async function exportProject({ projectId, isForced }: DeployProjectOptions): Promise<string> {
  const params = { tool_id: projectId }
  const previousExport = await send(getExport, { params })
  await send(exportTool, {
    params,
    body: {
      is_shared_with_org: previousExport?.shared_to_org ?? false,
      user_id: (previousExport?.shared_users ?? []).map(({ id }) => id),
      force_export: isForced,
    },
  })
  const [tool] = await send(listRegistry, { query: { custom_tool: projectId } })
  if (!tool) throw new Error('The exported tool was not found.')
  return tool.prompt_registry_id
}

/** Finds the workflows of the user, and among them one with the tool, preferably a deployed one. */
async function findWorkflows(toolId: string, userId: number) {
  const [workflowReply, deploymentReply] = await Promise.all([
    send(flows.listWorkflows, { query: { created_by: String(userId), order_by: 'asc' } }),
    send(api.listDeployments, { query: {} }),
  ])
  const ownWorkflows = rowsIn(workflowReply)
  const deployments = rowsIn(deploymentReply)
  const deployedWorkflowIds = new Set(deployments.map(({ workflow }) => workflow))
  const workflowsWithTool = ownWorkflows.filter(
    ({ tool_instances: [step] }) => step?.tool_id === toolId,
  )
  const completeWorkflow =
    workflowsWithTool.find(({ id }) => deployedWorkflowIds.has(id)) ?? workflowsWithTool[0]
  return { ownWorkflows, deployments, completeWorkflow }
}

/**
 * Returns a workflow of the user with this tool, preferably a deployed one; otherwise an empty one
 * with the given name; otherwise a new one.
 */
async function workflowFor(toolId: string, { userId, displayName }: DeployProjectOptions) {
  const { ownWorkflows, deployments, completeWorkflow } = await findWorkflows(toolId, userId)
  if (completeWorkflow) return { workflow: completeWorkflow, deployments }
  const name = displayName.trim()
  const emptyWorkflow = ownWorkflows.find(
    (candidate) => candidate.workflow_name === name && candidate.tool_instances.length === 0,
  )
  const body = { workflow_name: name, description: '' }
  const workflow = emptyWorkflow ?? (await send(flows.createWorkflow, { body }))
  await send(createToolInstance, { body: { workflow_id: workflow.id, tool_id: toolId } })
  return { workflow, deployments }
}

/**
 * Sets the source and the destination to API: files come with a call, and values are returned in
 * the reply.
 */
async function connect(workflowId: string): Promise<void> {
  const endpoints = await send(flows.listEndpointsOfWorkflow, { params: { id: workflowId } })
  for (const { id, connection_type } of endpoints) {
    if (connection_type === 'API') continue
    await send(flows.updateEndpoint, {
      params: { id },
      body: { connection_type: 'API', connector_instance: null },
    })
  }
}

const createDeployment = (workflow: string, { displayName, apiName }: DeployProjectOptions) =>
  send(api.createDeployment, {
    body: { workflow, display_name: displayName.trim(), api_name: apiName },
  })

/** Returns the first active key, or a new one if there is none. */
async function keyOf(deploymentId: string): Promise<string> {
  const params = { id: deploymentId }
  const keys = await send(api.listDeploymentKeys, { params })
  const active = keys.find(({ is_active }) => is_active)
  const body = { description: 'Created by Prompt Studio' }
  return (active ?? (await send(api.createDeploymentKey, { params, body }))).api_key
}
