import type { DeploymentListItem } from '@recto/contract/deployments/deployments'
import { CallRefused } from './deployment.ts'

export type DeployProjectRequest = {
  /** A project of Prompt Studio, by its id or its name. */
  readonly project: string
  /** Display name of the API; defaults to the project's name. */
  readonly displayName?: string | undefined
  /** Last part of the API's address; derived from the display name by default. */
  readonly apiName?: string | undefined
  /** Exports the project even if some prompts were never run. */
  readonly isForced?: boolean | undefined
}

export type DeployedApi = { readonly address: string; readonly key: string }

type SendRequest = <Reply>(method: string, path: string, body?: object) => Promise<Reply>

type PlatformCalls = { readonly ask: SendRequest; readonly server: string }

type PlatformRequests = {
  readonly ask: SendRequest
  readonly get: <Reply>(path: string) => Promise<Reply>
  readonly post: <Reply>(path: string, body: object) => Promise<Reply>
}

const maxName = 30

/**
 * Exports a project and offers it as an API. It is idempotent: whatever exists already is reused,
 * and nothing is created twice.
 */
export async function deployProject(
  { ask, server }: PlatformCalls,
  request: DeployProjectRequest,
): Promise<DeployedApi> {
  const requests: PlatformRequests = {
    ask,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
  }
  const { tool_id, tool_name } = await findProject(requests, request.project)
  const displayName = (request.displayName ?? tool_name).trim().slice(0, maxName).trim()
  const toolId = await exportProject(requests, {
    projectId: tool_id,
    isForced: request.isForced ?? false,
  })
  const { workflowId, deployed: deployment } = await findOrCreateWorkflow(requests, {
    toolId,
    name: displayName,
  })
  if (deployment && !deployment.is_active) {
    throw new CallRefused(
      409,
      `The project is deployed as “${deployment.display_name}”, which is inactive. Activate it first.`,
    )
  }
  await connectToApi(requests, workflowId)
  const body = {
    workflow: workflowId,
    display_name: displayName,
    api_name: request.apiName ?? apiNameOf(displayName),
  }
  const api = deployment ?? (await requests.post<NewApi>('api/deployment/', body))
  return {
    address: new URL(`/${api.api_endpoint}`, server).href,
    key: await findOrCreateKey(requests, api.id),
  }
}

async function findProject({ get }: PlatformRequests, idOrName: string) {
  const projects = await get<{ tool_id: string; tool_name: string }[]>('prompt-studio/')
  const matches = projects.filter(({ tool_id, tool_name }) =>
    [tool_id, tool_name].includes(idOrName),
  )
  const [project, ...duplicates] = matches
  if (!project) throw new CallRefused(404, `There is no project ${idOrName}.`)
  if (duplicates.length > 0)
    throw new CallRefused(
      409,
      `There are several projects named ${idOrName}. Use the id of the project instead.`,
    )
  return project
}

/** The tool keeps the people that it is shared with. */
async function exportProject(
  { get, post }: PlatformRequests,
  { projectId, isForced }: { readonly projectId: string; readonly isForced: boolean },
): Promise<string> {
  const path = `prompt-studio/export/${projectId}`
  const sharing = await get<Shared | undefined>(path)
  await post(path, {
    is_shared_with_org: sharing?.shared_to_org ?? false,
    user_id: (sharing?.shared_users ?? []).map(({ id }) => id),
    force_export: isForced,
  })
  const query = new URLSearchParams({ custom_tool: projectId })
  const [tool] = await get<{ prompt_registry_id: string }[]>(`prompt-studio/registry/?${query}`)
  if (!tool) throw new Error('The exported tool was not found.')
  return tool.prompt_registry_id
}

/**
 * Returns a workflow that runs the tool, preferring a deployed one; otherwise an unfinished one
 * with this name; otherwise a new one.
 */
async function findOrCreateWorkflow(
  { get, post }: PlatformRequests,
  { toolId, name }: { readonly toolId: string; readonly name: string },
) {
  const [workflows, deployments] = await Promise.all([
    get<Workflow[]>('workflow/?order_by=asc'),
    get<DeploymentListItem[]>('api/deployment/'),
  ])
  const ofTool = workflows.filter(({ tool_instances: [step] }) => step?.tool_id === toolId)
  const deployment = deployments.find((one) => ofTool.some(({ id }) => id === one.workflow))
  if (deployment) return { workflowId: deployment.workflow, deployed: deployment }
  if (ofTool[0]) return { workflowId: ofTool[0].id }
  const incompleteWorkflow = workflows.find(
    ({ workflow_name, tool_instances }) => workflow_name === name && tool_instances.length === 0,
  )
  const body = { workflow_name: name, description: '' }
  const { id } = incompleteWorkflow ?? (await post<Workflow>('workflow/', body))
  await post('tool_instance/', { workflow_id: id, tool_id: toolId })
  return { workflowId: id }
}

/**
 * Sets both endpoints of the workflow to API, so that files arrive with a call and values return
 * with its reply.
 */
async function connectToApi({ get, ask }: PlatformRequests, workflowId: string): Promise<void> {
  const endpoints = await get<{ id: string; connection_type: string }[]>(
    `workflow/${workflowId}/endpoint/`,
  )
  for (const { id, connection_type } of endpoints) {
    if (connection_type === 'API') continue
    const body = { connection_type: 'API', connector_instance: null }
    await ask('PATCH', `workflow/endpoint/${id}/`, body)
  }
}

/** Returns the first active key, or a new one. */
async function findOrCreateKey(
  { get, post }: PlatformRequests,
  deploymentId: string,
): Promise<string> {
  const path = `api/keys/api/${deploymentId}/`
  const keys = await get<{ api_key: string; is_active: boolean }[]>(path)
  const active = keys.find(({ is_active }) => is_active)
  const createKey = () =>
    post<{ api_key: string }>(path, { description: 'Created by recto deploy' })
  return (active ?? (await createKey())).api_key
}

type Shared = {
  readonly shared_to_org: boolean
  readonly shared_users: readonly { readonly id: number }[]
}

type Workflow = {
  readonly id: string
  readonly workflow_name: string
  readonly tool_instances: readonly { readonly tool_id: string }[]
}

const apiNameOf = (displayName: string): string =>
  displayName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, maxName)

type NewApi = { readonly id: string; readonly api_endpoint: string }
