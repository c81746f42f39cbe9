import type { DeploymentListItem } from '@recto/contract/deployments'
import { CallRefused } from './deployment.ts'

export type Deploying = {
  /** A project of Prompt Studio, by its id or its name. */
  readonly project: string
  /** What people call the API; the project's name unless stated. */
  readonly displayName?: string | undefined
  /** The last part of its address; made of the display name unless stated. */
  readonly apiName?: string | undefined
  /** Also where prompts were never run. */
  readonly isForced?: boolean | undefined
}

export type DeployedApi = { readonly address: string; readonly key: string }

type Ask = <Reply>(method: string, path: string, body?: object) => Promise<Reply>

type Needs = { readonly ask: Ask; readonly server: string }

type Asking = {
  readonly ask: Ask
  readonly get: <Reply>(path: string) => Promise<Reply>
  readonly post: <Reply>(path: string, body: object) => Promise<Reply>
}

const maxName = 30

/** Called again it goes on where it was: what is there already is used, and nothing is made twice. */
export async function deployProject(
  { ask, server }: Needs,
  wanted: Deploying,
): Promise<DeployedApi> {
  const asking: Asking = {
    ask,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
  }
  const { tool_id, tool_name } = await projectOf(asking, wanted.project)
  const displayName = (wanted.displayName ?? tool_name).trim().slice(0, maxName).trim()
  const toolId = await exportAnew(asking, {
    projectId: tool_id,
    isForced: wanted.isForced ?? false,
  })
  const { workflowId, deployed } = await workflowFor(asking, { toolId, name: displayName })
  if (deployed && !deployed.is_active) {
    throw new CallRefused(
      409,
      `It is deployed as “${deployed.display_name}”, which is switched off.`,
    )
  }
  await connect(asking, workflowId)
  const body = {
    workflow: workflowId,
    display_name: displayName,
    api_name: wanted.apiName ?? apiNameOf(displayName),
  }
  const made = deployed ?? (await asking.post<NewApi>('api/deployment/', body))
  return {
    address: new URL(`/${made.api_endpoint}`, server).href,
    key: await keyOf(asking, made.id),
  }
}

async function projectOf({ get }: Asking, wanted: string) {
  const projects = await get<{ tool_id: string; tool_name: string }[]>('prompt-studio/')
  const found = projects.filter(({ tool_id, tool_name }) => [tool_id, tool_name].includes(wanted))
  const [project, ...more] = found
  if (!project) throw new CallRefused(404, `There is no project ${wanted}.`)
  if (more.length > 0) throw new CallRefused(409, `There are several projects ${wanted}.`)
  return project
}

/** With whom the tool was shared, it stays shared. */
async function exportAnew(
  { get, post }: Asking,
  { projectId, isForced }: { readonly projectId: string; readonly isForced: boolean },
): Promise<string> {
  const path = `prompt-studio/export/${projectId}`
  const before = await get<Shared | undefined>(path)
  await post(path, {
    is_shared_with_org: before?.shared_to_org ?? false,
    user_id: (before?.shared_users ?? []).map(({ id }) => id),
    force_export: isForced,
  })
  const query = new URLSearchParams({ custom_tool: projectId })
  const [tool] = await get<{ prompt_registry_id: string }[]>(`prompt-studio/registry/?${query}`)
  if (!tool) throw new Error('The exported tool is not there.')
  return tool.prompt_registry_id
}

/** One that runs the tool, a deployed one first; else one that was begun under the name; else a new one. */
async function workflowFor(
  { get, post }: Asking,
  { toolId, name }: { readonly toolId: string; readonly name: string },
) {
  const [workflows, deployments] = await Promise.all([
    get<Workflow[]>('workflow/?order_by=asc'),
    get<DeploymentListItem[]>('api/deployment/'),
  ])
  const ofTool = workflows.filter(({ tool_instances: [step] }) => step?.tool_id === toolId)
  const deployed = deployments.find((one) => ofTool.some(({ id }) => id === one.workflow))
  if (deployed) return { workflowId: deployed.workflow, deployed }
  if (ofTool[0]) return { workflowId: ofTool[0].id }
  const begun = workflows.find(
    ({ workflow_name, tool_instances }) => workflow_name === name && tool_instances.length === 0,
  )
  const body = { workflow_name: name, description: '' }
  const { id } = begun ?? (await post<Workflow>('workflow/', body))
  await post('tool_instance/', { workflow_id: id, tool_id: toolId })
  return { workflowId: id }
}

/** Files come with a call and values go back with its answer. */
async function connect({ get, ask }: Asking, workflowId: string): Promise<void> {
  const ends = await get<{ id: string; connection_type: string }[]>(
    `workflow/${workflowId}/endpoint/`,
  )
  for (const { id, connection_type } of ends) {
    if (connection_type === 'API') continue
    const body = { connection_type: 'API', connector_instance: null }
    await ask('PATCH', `workflow/endpoint/${id}/`, body)
  }
}

/** The first that works; a new one where none does. */
async function keyOf({ get, post }: Asking, deploymentId: string): Promise<string> {
  const path = `api/keys/api/${deploymentId}/`
  const keys = await get<{ api_key: string; is_active: boolean }[]>(path)
  const active = keys.find(({ is_active }) => is_active)
  const made = () => post<{ api_key: string }>(path, { description: 'Made at a command line' })
  return (active ?? (await made())).api_key
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
