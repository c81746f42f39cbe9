import * as api from '@recto/contract/deployments/deployments'
import { createToolInstance } from '@recto/contract/tools/tool-instances'
import { exportTool, getExport, listRegistry } from '@recto/contract/tools/tools'
import { rowsIn } from '@recto/contract/wire/paging'
import * as flows from '@recto/contract/workflows/workflows'
import { send } from '../../../shared/api/ask.ts'
import { Refusal } from '../../../shared/api/refusal.ts'

/** Steps of deploying a project as an API, in order. */
export const deploySteps = ['export', 'workflow', 'ends', 'deployment', 'key'] as const
export type DeployStep = (typeof deploySteps)[number]

type Given = {
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
export async function deployProject(given: Given): Promise<DeployedProject> {
  const { onStep } = given
  onStep('export')
  const toolId = given.toolId ?? (await exportAnew(given))
  given.onExported(toolId)
  onStep('workflow')
  const { deployments, workflow } = await workflowFor(toolId, given)
  onStep('ends')
  await connect(workflow.id)
  onStep('deployment')
  const made = deployments.filter((it) => it.workflow === workflow.id)
  const deployment = callable(made) ?? (await createDeployment(workflow.id, given))
  onStep('key')
  return { endpoint: deployment.api_endpoint, key: await keyOf(deployment.id) }
}

/**
 * Returns an active deployment of the workflow, if any. Throws if all were switched off, because
 * somebody chose to do so.
 */
function callable(made: readonly api.DeploymentListItem[]): api.DeploymentListItem | undefined {
  const active = made.find(({ is_active }) => is_active)
  const [switchedOff] = made
  if (active || !switchedOff) return active
  const failure = `It is deployed as “${switchedOff.display_name}”, which is switched off. Switch it on under API Deployments.`
  throw new Refusal({ kind: 'client_error', status: 409, serverMessage: failure })
}

/** Exports the project and retains the sharing of its tool. */
async function exportAnew({ projectId, isForced }: Given): Promise<string> {
  const params = { tool_id: projectId }
  const before = await send(getExport, { params })
  await send(exportTool, {
    params,
    body: {
      is_shared_with_org: before?.shared_to_org ?? false,
      user_id: (before?.shared_users ?? []).map(({ id }) => id),
      force_export: isForced,
    },
  })
  const [tool] = await send(listRegistry, { query: { custom_tool: projectId } })
  if (!tool) throw new Error('The exported tool is not there.')
  return tool.prompt_registry_id
}

/**
 * Returns a workflow of the user with this tool, preferably a deployed one; otherwise an empty one
 * with the given name; otherwise a new one.
 */
async function workflowFor(toolId: string, { userId, displayName }: Given) {
  const [ofPerson, all] = await Promise.all([
    send(flows.listWorkflows, { query: { created_by: String(userId), order_by: 'asc' } }),
    send(api.listDeployments, { query: {} }),
  ])
  const mine = rowsIn(ofPerson)
  const deployments = rowsIn(all)
  const deployed = new Set(deployments.map(({ workflow }) => workflow))
  const ofTool = mine.filter(({ tool_instances: [step] }) => step?.tool_id === toolId)
  const whole = ofTool.find(({ id }) => deployed.has(id)) ?? ofTool[0]
  if (whole) return { workflow: whole, deployments }
  const name = displayName.trim()
  const begun = mine.find((it) => it.workflow_name === name && it.tool_instances.length === 0)
  const body = { workflow_name: name, description: '' }
  const workflow = begun ?? (await send(flows.createWorkflow, { body }))
  await send(createToolInstance, { body: { workflow_id: workflow.id, tool_id: toolId } })
  return { workflow, deployments }
}

/**
 * Sets the source and the destination to API: files come with a call, and values are returned in
 * the reply.
 */
async function connect(workflowId: string): Promise<void> {
  const ends = await send(flows.listEndpointsOfWorkflow, { params: { id: workflowId } })
  for (const { id, connection_type } of ends) {
    if (connection_type === 'API') continue
    await send(flows.updateEndpoint, {
      params: { id },
      body: { connection_type: 'API', connector_instance: null },
    })
  }
}

const createDeployment = (workflow: string, { displayName, apiName }: Given) =>
  send(api.createDeployment, {
    body: { workflow, display_name: displayName.trim(), api_name: apiName },
  })

/** Returns the first active key, or a new one if there is none. */
async function keyOf(deploymentId: string): Promise<string> {
  const params = { id: deploymentId }
  const keys = await send(api.listDeploymentKeys, { params })
  const active = keys.find(({ is_active }) => is_active)
  const body = { description: 'Made by Prompt Studio' }
  return (active ?? (await send(api.createDeploymentKey, { params, body }))).api_key
}
