import type { Condition } from '@recto/contract/policy/policy'
import { omitUndefined } from '@recto/omit-undefined'
import { makeTool, makeWorkflow } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import type { TestServer } from '../../../testing/start-server.ts'

/** The kinds of thing that the policy speaks of. */
export type Noun =
  | 'adapter'
  | 'connector'
  | 'lookup-table'
  | 'project'
  | 'tool'
  | 'workflow'
  | 'deployment'
  | 'pipeline'
  | 'execution'

/** How a thing stands to whoever asks for it: by one condition of the policy, by none, or by being another tenant's. */
export const situations = {
  adapter: ['owner', 'shared', 'sharedToOrg', 'builtIn', 'other', 'elsewhere'],
  connector: ['owner', 'shared', 'sharedToOrg', 'usedByWorkflow', 'other', 'elsewhere'],
  'lookup-table': ['owner', 'shared', 'sharedToOrg', 'other', 'elsewhere'],
  project: ['owner', 'shared', 'sharedToOrg', 'other', 'elsewhere'],
  tool: ['owner', 'shared', 'sharedToOrg', 'other', 'elsewhere'],
  workflow: [
    'owner',
    'shared',
    'sharedToOrg',
    'notDeployed',
    'deployer',
    'mayUseItsParts',
    'other',
    'elsewhere',
  ],
  deployment: ['owner', 'shared', 'sharedToOrg', 'other', 'elsewhere'],
  pipeline: ['owner', 'shared', 'sharedToOrg', 'other', 'elsewhere'],
  execution: ['owner', 'mayUseItsTool', 'maySeeItsWorkflow', 'other', 'elsewhere'],
} as const satisfies Record<Noun, readonly string[]>

/** Conditions that hold in a situation besides the one that it is named after. */
export const furtherConditions: Readonly<
  Partial<Record<Noun, Readonly<Partial<Record<Situation, readonly Condition[]>>>>>
> = {
  workflow: { notDeployed: ['sharedToOrg'], mayUseItsParts: ['sharedToOrg'] },
  execution: { mayUseItsTool: ['maySeeItsWorkflow'] },
}

export type Situation = (typeof situations)[Noun][number]

/** The ids of a thing and of its parts, as addresses and bodies name them. */
export type Thing = Readonly<Record<string, string>>

type ThingOptions = {
  readonly situation: Situation
  readonly ownerId: number
  readonly askers: readonly number[]
}
type Maker = (server: TestServer, maker: Person, options: ThingOptions) => Promise<Thing>

let count = 0
const unique = (word: string) => `${word} ${++count}`
const note = { name: 'note.txt', content: 'Invoice number 12\nTotal 30.00\n' }
const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]

/** People who create the things that belong to others. */
export const makerOf = (server: TestServer, situation: Situation): Person =>
  situation === 'elsewhere'
    ? server.as('user', { name: 'egon', organization: 'otherwise' })
    : server.as('user', { name: 'olga' })

const makeProject: Maker = async ({ ctx }, maker, { situation, ownerId, askers }) => {
  const { projectId, profileId, documentId, toolId } = await makeTool(maker, {
    name: unique('Project'),
    fields,
    sample: note,
  })
  const shared = { shared_users: situation === 'shared' ? askers : [] }
  await maker.patch(`prompt-studio/${projectId}/`, {
    ...shared,
    shared_to_org: situation === 'sharedToOrg',
  })
  await maker.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: situation === 'sharedToOrg',
    user_id: shared.shared_users,
    force_export: true,
  })
  await maker.post(`prompt-studio/index-document/${projectId}`, { document_id: documentId })
  const { body: project } = await maker.get(`prompt-studio/${projectId}/`)
  const prompt_id: string = project.prompts[0].prompt_id
  await maker.post(`prompt-studio/fetch_response/${projectId}`, {
    id: prompt_id,
    document_id: documentId,
  })
  const share = await maker.post(`share-manager/?id=${projectId}`, {
    share_type: 'PROMPT_STUDIO',
  })
  const table = await maker.post('prompt-studio/prompt/table/', { prompt_id, tool_id: projectId })
  if (situation === 'owner') {
    const ownerFields = { created_by: ownerId }
    await ctx.db.updateTable('project').set(ownerFields).where('id', '=', projectId).execute()
    await ctx.db.updateTable('tool').set(ownerFields).where('id', '=', toolId).execute()
    await ctx.db.deleteFrom('tool_share').where('tool_id', '=', toolId).execute()
    await ctx.db.updateTable('llm_profile').set(ownerFields).where('id', '=', profileId).execute()
  }
  return {
    tool_id: projectId,
    profile_id: profileId,
    document_id: documentId,
    prompt_id,
    table_settings_id: table.body.id,
    share_id: share.body.share_id,
    version: '1',
    registry_id: toolId,
  }
}

const makeAdapter: Maker = async ({ ctx }, maker, { situation, ownerId, askers }) => {
  const { body } = await maker.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: unique('Adapter'),
    adapter_type: 'LLM',
    adapter_metadata: { api_base: 'https://models.example.org/v1', model: 'm', api_key: 'k' },
    shared_to_org: situation === 'sharedToOrg',
  })
  if (situation === 'shared') await maker.patch(`adapter/${body.id}/`, { shared_users: askers })
  await ctx.db
    .updateTable('adapter')
    .set(
      omitUndefined({
        is_friction_less: situation === 'builtIn',
        created_by: situation === 'owner' ? ownerId : undefined,
      }),
    )
    .where('id', '=', body.id)
    .execute()
  return { adapter_id: body.id }
}

/** Makes a workflow whose source is the connector. */
async function readFrom(maker: Person, connectorId: string): Promise<void> {
  const { body: workflow } = await maker.post('workflow/', { workflow_name: unique('Reader') })
  const { body: ends } = await maker.get(`workflow/${workflow.id}/endpoint/`)
  await maker.patch(`workflow/endpoint/${ends[0].id}/`, {
    connection_type: 'FILESYSTEM',
    connector_instance: connectorId,
    configuration: { folders: ['bucket'] },
  })
}

/** One whose service is nowhere. */
const makeConnector: Maker = async ({ ctx }, maker, { situation, ownerId, askers }) => {
  const { body } = await maker.post('connector/', {
    connector_id: 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19',
    connector_name: unique('Connector'),
    connector_metadata: {
      key: 'k',
      secret: 's',
      region_name: 'eu-west-1',
      endpoint_url: 'http://169.254.169.254',
    },
    shared_to_org: situation === 'sharedToOrg',
  })
  if (situation === 'shared') {
    await maker.post(`connector/${body.id}/share/`, { shared_users: askers })
  }
  if (situation === 'owner') {
    const ownerFields = { created_by: ownerId }
    await ctx.db.updateTable('connector').set(ownerFields).where('id', '=', body.id).execute()
  }
  if (situation === 'usedByWorkflow') await readFrom(maker, body.id)
  return { connector_id: body.id }
}

const makeLookupTable: Maker = async ({ ctx }, maker, { situation, ownerId, askers }) => {
  const { body } = await maker.upload('lookup-tables/', {
    files: [{ name: 'suppliers.csv', content: 'Number,Name\n1,Acme' }],
    fields: { name: unique('Suppliers') },
  })
  await maker.post(`lookup-tables/${body.id}/share/`, {
    shared_to_org: situation === 'sharedToOrg',
    shared_users: situation === 'shared' ? askers : [],
  })
  if (situation === 'owner') {
    const ownerFields = { created_by: ownerId }
    await ctx.db.updateTable('lookup_table').set(ownerFields).where('id', '=', body.id).execute()
  }
  return { lookup_table_id: body.id }
}

/** Tools for everybody and for their makers only, one of each for each organization. */
const publicTools = new WeakMap<Person, Promise<string>>()
const privateTools = new WeakMap<Person, Promise<string>>()

/** Makes a workflow with a tool that only its maker may use, unless the situation is that everybody may. */
const makeFlow: Maker = async (server, maker, options) => {
  const { situation, askers } = options
  const isOpen = situation === 'mayUseItsParts'
  const toolId = await (isOpen ? publicTool(maker) : privateTool(maker))
  if (situation === 'notDeployed') {
    return partsOf(maker, await makeWorkflow(maker, unique('Flow'), toolId))
  }
  const thing = await makeDeployedOf(toolId)(server, maker, options)
  if (situation === 'deployer') {
    await maker.post(`workflow/${thing.workflow_id}/share/`, { deploying: { users: askers } })
  }
  return thing
}

/** Closes a thing to the organization where that is the situation, or to all but the people that it is shared with. */
async function narrow(
  maker: Person,
  path: string,
  { situation, askers }: Pick<ThingOptions, 'situation' | 'askers'>,
): Promise<void> {
  if (!['owner', 'shared', 'deployer', 'other'].includes(situation)) return
  await maker.post(`${path}/share/`, {
    shared_to_org: false,
    shared_users: situation === 'shared' ? askers : [],
  })
}

const makeDeployed: Maker = async (server, maker, options) =>
  makeDeployedOf(await publicTool(maker))(server, maker, options)

const makeDeployedOf =
  (toolId: string): Maker =>
  async ({ ctx }, maker, { situation, ownerId, askers }) => {
    const workflow_id = await makeWorkflow(maker, unique('Flow'), toolId)
    const { body } = await maker.post('api/deployment/', {
      workflow: workflow_id,
      display_name: unique('Deployment'),
      api_name: unique('deployment').replace(' ', '-'),
    })
    const { body: keys } = await maker.get(`api/keys/api/${body.id}/`)
    const { body: notification } = await maker.post('notifications/', {
      name: unique('Notification'),
      notification_type: 'WEBHOOK',
      authorization_type: 'NONE',
      api: body.id,
    })
    const parts = await partsOf(maker, workflow_id)
    await narrow(maker, `workflow/${workflow_id}`, { situation, askers })
    await narrow(maker, `api/deployment/${body.id}`, { situation, askers })
    if (situation === 'owner') {
      const ownership = { created_by: ownerId }
      await ctx.db.updateTable('workflow').set(ownership).where('id', '=', workflow_id).execute()
      await ctx.db.updateTable('api_deployment').set(ownership).where('id', '=', body.id).execute()
    }
    const access = { path: `/${body.api_endpoint}`, key: body.api_key }
    return {
      ...parts,
      ...access,
      deployment_id: body.id,
      key_id: keys[0].id,
      notification_id: notification.id,
    }
  }

/** The row is inserted directly, because the API creates such a workflow only with a file store. */
const makePipeline: Maker = async ({ ctx }, maker, { situation, ownerId, askers }) => {
  const workflow_id = await makeWorkflow(maker, unique('Flow'), await publicTool(maker))
  const { organization_id, created_by } = await ctx.db
    .selectFrom('workflow')
    .select(['organization_id', 'created_by'])
    .where('id', '=', workflow_id)
    .executeTakeFirstOrThrow()
  const { id } = await ctx.db
    .insertInto('pipeline')
    .values({
      organization_id,
      workflow_id,
      name: unique('Pipeline'),
      pipeline_type: 'ETL',
      cron: null,
      created_by,
      modified_by: created_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await maker.post(`api/keys/pipeline/${id}/`, { description: 'First' })
  await narrow(maker, `pipeline/${id}`, { situation, askers })
  if (situation === 'owner') {
    const ownership = { created_by: ownerId }
    await ctx.db.updateTable('pipeline').set(ownership).where('id', '=', id).execute()
  }
  return { workflow_id, pipeline_id: id }
}

/** An execution that waits for its files, as if it had one already. */
const makeExecution: Maker = async (server, maker, { situation, ...options }) => {
  const isOpen = situation === 'mayUseItsTool' || situation === 'elsewhere'
  const project = isOpen
    ? { registry_id: await publicTool(maker) }
    : await makeProject(server, maker, { ...options, situation: 'other' })
  const { db } = server.ctx
  const workflow_id = await makeWorkflow(maker, unique('Flow'), project.registry_id as string)
  const { body } = await maker.post('workflow/execute/', { workflow_id })
  await narrow(maker, `workflow/${workflow_id}`, { situation, askers: [] })
  const execution_id: string = body.execution_id
  const pipeline_id = crypto.randomUUID()
  const { organization_id } = await db
    .updateTable('execution')
    .set(
      omitUndefined({
        pipeline_id,
        created_by: situation === 'owner' ? options.ownerId : undefined,
      }),
    )
    .where('id', '=', execution_id)
    .returning('organization_id')
    .executeTakeFirstOrThrow()
  const { hash } = await db
    .selectFrom('prompt_document')
    .select('hash')
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow()
  const file_id = crypto.randomUUID()
  await db
    .insertInto('file_execution')
    .values({
      id: file_id,
      organization_id,
      execution_id,
      workflow_id,
      file_name: note.name,
      file_size: note.content.length,
      file_hash: hash,
      mime_type: 'text/plain',
      status: 'ERROR',
      error: 'Never read.',
    })
    .execute()
  return { workflow_id, execution_id, file_id, pipeline_id }
}

const makers: Record<Noun, Maker> = {
  adapter: makeAdapter,
  connector: makeConnector,
  'lookup-table': makeLookupTable,
  project: makeProject,
  tool: makeProject,
  workflow: makeFlow,
  deployment: makeDeployed,
  pipeline: makePipeline,
  execution: makeExecution,
}

/** Makes a thing through the front door, and then gives it to the one who is to own it. */
export async function makeThing(
  server: TestServer,
  noun: Noun,
  options: ThingOptions,
): Promise<Thing> {
  return makers[noun](server, makerOf(server, options.situation), options)
}

export function publicTool(maker: Person): Promise<string> {
  const cachedName = publicTools.get(maker)
  if (cachedName) return cachedName
  const toolPromise = makeTool(maker, { name: unique('Public'), fields, sample: note })
  const toolId = toolPromise.then((tool) => tool.toolId)
  publicTools.set(maker, toolId)
  return toolId
}

function privateTool(maker: Person): Promise<string> {
  const knownTool = privateTools.get(maker)
  if (knownTool) return knownTool
  const newTool = makePrivateTool(maker)
  privateTools.set(maker, newTool)
  return newTool
}

async function makePrivateTool(maker: Person): Promise<string> {
  const { toolId, projectId } = await makeTool(maker, {
    name: unique('Private'),
    fields,
    sample: note,
  })
  const privateExport = { is_shared_with_org: false, user_id: [], force_export: true }
  await maker.post(`prompt-studio/export/${projectId}`, privateExport)
  return toolId
}

async function partsOf(maker: Person, workflow_id: string): Promise<Thing> {
  const { body: ends } = await maker.get(`workflow/${workflow_id}/endpoint/`)
  const { body: steps } = await maker.get(`tool_instance/?workflow=${workflow_id}`)
  return { workflow_id, endpoint_id: ends[0].id, instance_id: steps[0].id }
}
