import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFlow, makeFolderConnector } from '../../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

/** Who may run a workflow may not give others a key to it, unless they may use what is in it. */

let server: TestServer
let ada: Person
let olga: Person
let uma: Person
let ben: Person
const ids: Record<string, number> = {}
let folder: string
let adapterId: string
let privateTool: string
let privateProject: string
let openTool: string

const note = { name: 'note.txt', content: 'Invoice number 12\nTotal 30.00\n' }
const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-deploy-'))
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
  olga = server.as('user', { name: 'olga' })
  uma = server.as('user')
  ben = server.as('user', { name: 'ben' })
  const egon = server.as('user', { name: 'egon', organization: 'otherwise' })
  for (const person of [ada, olga, uma, ben, egon]) {
    ids[person.username] = Number((await person.get('/api/v1/session')).body.id)
  }
  const adapter = await olga.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Costly model',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: 'https://models.example.org/v1', model: 'm', api_key: 'k' },
  })
  adapterId = adapter.body.id
  openTool = (await makeTool(olga, { name: 'Open notes', fields, sample: note })).toolId
  await makePrivateTool()
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** A tool that is shared with nobody, around a model that is shared with nobody. */
async function makePrivateTool(): Promise<void> {
  const parts = { name: 'Secret notes', fields, sample: note, llmId: adapterId }
  const { toolId, projectId } = await makeTool(olga, parts)
  const privateExport = { is_shared_with_org: false, user_id: [], force_export: true }
  await olga.post(`prompt-studio/export/${projectId}`, privateExport)
  privateTool = toolId
  privateProject = projectId
}

let count = 0
const makePrivateFlow = () => makeWorkflow(olga, `Private ${++count}`, privateTool)

const deploy = (person: Person, workflow: string) =>
  person.post('api/deployment/', {
    workflow,
    display_name: `Deployment ${++count}`,
    api_name: `deployment-${count}`,
  })

const allow = (person: Person, workflow: string, deployRight: object) =>
  person.post(`workflow/${workflow}/share/`, { deploying: deployRight })

describe('a member who may only run a workflow', () => {
  test('[WF-024] runs it and does not deploy it, and is told what is missing and whom to ask', async () => {
    const workflow = await makePrivateFlow()
    const run = await uma.post('workflow/execute/', { workflow_id: workflow })
    const { status, body } = await deploy(uma, workflow)

    expect([run.status, status]).toEqual([200, 403])
    expect(body).toEqual({
      type: 'client_error',
      errors: [{ code: 'permission_denied', attr: null, detail: expect.any(String) }],
    })
    const { detail } = body.errors[0]
    expect(detail).toContain('the tool “Secret notes” of olga@example.org')
    expect(detail).toContain('the adapter “Costly model” of olga@example.org')
    expect(detail).toContain('ask olga@example.org or an admin')
  })

  test('does not move a deployment of their own to it', async () => {
    const workflow = await makePrivateFlow()
    const own = await makeDeployment(uma, 'own', await makeWorkflow(uma, 'Own', openTool))
    const moveReply = await uma.patch(`api/deployment/${own.id}/`, { workflow })
    const descriptionReply = await uma.patch(`api/deployment/${own.id}/`, {
      description: 'Still mine',
    })

    expect([moveReply.status, descriptionReply.status]).toEqual([403, 200])
  })

  test('does not make an app of it, which anyone could ask its model through', async () => {
    const workflow = await makeFlow(olga, 'For an app', {
      toolId: privateTool,
      source: { connection_type: '' },
      destination: { connection_type: 'APPDEPLOYMENT' },
    })
    const makeApp = (person: Person) =>
      person.post('app/', { app_name: 'asked', app_display_name: 'Asked', workflow })

    expect((await makeApp(uma)).status).toBe(403)
    expect((await makeApp(olga)).status).toBe(201)
  })

  test('does not make a pipeline of it while a connector is not shared with them', async () => {
    const inbox = await makeFolderConnector(olga, 'Inbox of Olga', folder)
    const files = { connection_type: 'FILESYSTEM', connector_instance: inbox }
    const workflow = await makeFlow(olga, 'Folder to folder', {
      toolId: openTool,
      source: { ...files, configuration: { folders: ['/in'] } },
      destination: { ...files, configuration: { outputFolder: '/out' } },
    })
    const makePipeline = () =>
      uma.post('pipeline/', { pipeline_name: 'Nightly', workflow, pipeline_type: 'TASK' })
    const refusedReply = await makePipeline()
    await olga.post(`connector/${inbox}/share/`, { shared_to_org: true })

    expect(refusedReply.status).toBe(403)
    expect(refusedReply.body.errors[0].detail).toContain('the connector “Inbox of Olga”')
    expect(refusedReply.body.errors[0].detail).not.toContain('the tool')
    expect((await makePipeline()).status).toBe(201)
  })
})

describe('a workflow is deployed', () => {
  test('by everyone when all of it is shared with the organization', async () => {
    const workflow = await makeWorkflow(olga, 'Open', openTool)
    const { body } = await uma.get(`workflow/${workflow}/users/`)

    expect(body.deploying).toEqual({ users: [], groups: [], private_parts: [], refusal: null })
    expect((await deploy(uma, workflow)).status).toBe(201)
  })

  test('by its owners, by admins and by scripts, as before', async () => {
    const workflow = await makePrivateFlow()
    await olga.post(`workflow/${workflow}/owners/`, { user_id: ids.ben })
    const { body: key } = await ada.post('platform-api/keys/', {
      name: 'Deploys',
      description: 'For tests',
    })
    const headers = { authorization: `Bearer ${key.key}` }
    const byScript = await server.anonymous.post(
      'api/deployment/',
      { workflow, display_name: 'Script', api_name: 'by-script' },
      { headers },
    )

    expect([
      (await deploy(olga, workflow)).status,
      (await deploy(ben, workflow)).status,
      (await deploy(ada, workflow)).status,
      byScript.status,
    ]).toEqual([201, 201, 201, 201])
  })

  test('by members who may use every part of it', async () => {
    const workflow = await makePrivateFlow()
    await olga.post(`adapter/${adapterId}/share/`, { shared_users: [ids.uma] })
    const { body: refusal } = await deploy(uma, workflow)
    await olga.post(`prompt-studio/export/${privateProject}`, {
      is_shared_with_org: false,
      user_id: [ids.uma],
      force_export: true,
    })
    const deployReply = await deploy(uma, workflow)
    await olga.post(`adapter/${adapterId}/share/`, { shared_users: [] })

    expect(refusal.errors[0].detail).toContain('the tool “Secret notes”')
    expect(refusal.errors[0].detail).not.toContain('Costly model')
    expect(deployReply.status).toBe(201)
    expect((await deploy(uma, workflow)).status).toBe(403)
  })
})

describe('the right to deploy', () => {
  test('is given by an owner to people and groups, and taken back', async () => {
    const workflow = await makePrivateFlow()
    const { body: group } = await ada.post('groups/', { name: 'Deployers', description: 'x' })
    await ada.post(`groups/${group.id}/members/`, { user_ids: [ids.ben] })
    const grantReply = await allow(olga, workflow, { users: [ids.uma], groups: [group.id] })
    const { body: sharing } = await olga.get(`workflow/${workflow}/users/`)
    const bothReplies = [await deploy(uma, workflow), await deploy(ben, workflow)]
    // Clients that do not know the right leave it as it is.
    await olga.post(`workflow/${workflow}/share/`, { shared_users: [ids.ben] })
    const laterReply = await deploy(uma, workflow)
    await allow(olga, workflow, { users: [] })
    const { body: audit } = await ada.get('audit/?action=workflow.deploy-right-changed')

    expect([grantReply, ...bothReplies, laterReply].map(({ status }) => status)).toEqual([
      200, 201, 201, 201,
    ])
    expect(sharing.deploying).toEqual({
      users: [{ id: ids.uma, email: 'uma@example.org' }],
      groups: [{ id: group.id, name: 'Deployers' }],
      private_parts: [
        { type: 'tool', name: 'Secret notes' },
        { type: 'adapter', name: 'Costly model' },
      ],
      refusal: null,
    })
    expect((await deploy(uma, workflow)).status).toBe(403)
    expect((await deploy(ben, workflow)).status).toBe(201)
    expect(audit.results[0]).toMatchObject({
      actor_email: 'olga@example.org',
      subject_id: workflow,
      before: { users: ['uma@example.org'], groups: ['Deployers'] },
      after: { users: [], groups: ['Deployers'] },
    })
  })

  test('is not given by others, to people elsewhere, or for what is no workflow', async () => {
    const workflow = await makePrivateFlow()
    await olga.post(`workflow/${workflow}/share/`, { shared_users: [ids.uma] })
    const byLender = await allow(uma, workflow, { users: [ids.uma] })
    const outsiderReply = await allow(olga, workflow, { users: [ids['egon.otherwise']] })
    const noGroup = await allow(olga, workflow, { groups: [99_999] })
    const adapter = await olga.post(`adapter/${adapterId}/share/`, { deploying: { users: [] } })
    const { body } = await uma.get(`workflow/${workflow}/users/`)

    expect([byLender, outsiderReply, noGroup, adapter].map(({ status }) => status)).toEqual([
      403, 400, 400, 400,
    ])
    expect([outsiderReply, noGroup, adapter].map((reply) => reply.body.errors[0].attr)).toEqual([
      'deploying',
      'deploying',
      'deploying',
    ])
    expect(body.deploying).toMatchObject({ users: [], groups: [] })
    expect(body.deploying.refusal).toContain('You cannot deploy this workflow')
  })
})
