import * as api from '@recto/contract/deployments'
import { rowsIn } from '@recto/contract/paging'
import { createToolInstance } from '@recto/contract/tool-instances'
import { exportTool, getExport, listRegistry } from '@recto/contract/tools'
import * as flows from '@recto/contract/workflows'
import { send } from '../../../shared/api/ask.ts'
import { Refusal } from '../../../shared/api/refusal.ts'

/** What is done one after the other until a project answers at an address. */
export const deploySteps = ['export', 'workflow', 'ends', 'deployment', 'key'] as const
export type DeployStep = (typeof deploySteps)[number]

type Given = {
  readonly projectId: string
  readonly userId: number
  readonly displayName: string
  readonly apiName: string
  /** Of the tool, where an attempt before this one has exported it. */
  readonly toolId: string | undefined
  /** Even though prompts were not run. */
  readonly isForced: boolean
  onStep(step: DeployStep): void
  onExported(toolId: string): void
}

export type DeployedProject = { readonly endpoint: string; readonly key: string }

/**
 * Brings a project behind an address. Each step looks for what an earlier attempt has left and goes on from
 * there, so that one that broke off can be begun again and nothing is made twice.
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

/** Of what the workflow is deployed as, one that takes calls. Throws when all were switched off, which was somebody's wish. */
function callable(made: readonly api.DeploymentListItem[]): api.DeploymentListItem | undefined {
  const active = made.find(({ is_active }) => is_active)
  const [switchedOff] = made
  if (active || !switchedOff) return active
  const failure = `It is deployed as “${switchedOff.display_name}”, which is switched off. Switch it on under API Deployments.`
  throw new Refusal({ kind: 'client_error', status: 409, said: failure })
}

/** With whom the tool was shared, it stays shared. */
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

/** The person's own workflow of this tool, a deployed one first; else one that was begun under the name; else a new one. */
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

/** Files come with a call and values go back with its answer. */
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

/** The first that works; a new one where none does. */
async function keyOf(deploymentId: string): Promise<string> {
  const params = { id: deploymentId }
  const keys = await send(api.listDeploymentKeys, { params })
  const active = keys.find(({ is_active }) => is_active)
  const body = { description: 'Made by Prompt Studio' }
  return (active ?? (await send(api.createDeploymentKey, { params, body }))).api_key
}
