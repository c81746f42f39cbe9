import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeConnector, makeFlow, makeFolderFlow, untilEnded } from '../testing/make-pipeline.ts'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** Workflows, deployments and pipelines are everybody’s until their owner closes them. */

const sample = { name: 'bill.txt', content: 'Invoice number: 4711\nTotal: 12.50 EUR\n' }
const fields = [{ key: 'number', prompt: 'What is the invoice number?' }]

let server: TestServer
let folder: string
let ada: Person
let olga: Person
let uma: Person
let ben: Person
let benId: number
let workflowId: string
let deployment: TestDeployment
let pipelineId: string
let flow: string
let toolId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-narrowed-'))
  await mkdir(join(folder, 'out'))
  await writeFile(join(folder, 'bill.txt'), sample.content)
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  olga = server.as('user', { name: 'olga' })
  uma = server.as('user')
  ben = server.as('user', { name: 'ben' })
  benId = Number((await ben.get('/api/v1/session')).body.id)
  ;({ toolId } = await makeTool(olga, { name: 'Bills', fields, sample }))
  workflowId = await makeWorkflow(olga, 'Payables', toolId)
  deployment = await makeDeployment(olga, 'payables', workflowId)
  flow = await makeFolderFlow(ada, 'From a folder', { toolId, folder })
  const { body } = await ada.post('pipeline/', {
    pipeline_name: 'Nightly',
    workflow: flow,
    pipeline_type: 'TASK',
  })
  pipelineId = body.id
  await ada.post(`pipeline/${pipelineId}/owners/`, {
    user_id: Number((await olga.get('/api/v1/session')).body.id),
  })
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true })
})

const call = ({ path, key } = deployment) =>
  server.anonymous.upload(
    path,
    { files: [{ ...sample, field: 'files' }], fields: { timeout: '60', tags: 'march' } },
    { headers: { authorization: `Bearer ${key}` } },
  )
const rowsOf = ({ body }: { readonly body: { readonly results?: object[] } }) =>
  JSON.stringify(body.results ?? body)

/** What a person sees of a thing: in its list, by its address, and in its runs. */
async function lookAt(person: Person, list: string, id: string) {
  return {
    isListed: rowsOf(await person.get(list)).includes(id),
    status: (await person.get(`${list}${id}/`)).status,
  }
}
const visibleState = { isListed: true, status: 200 }
const hiddenState = { isListed: false, status: 404 }

test('whoever is not named loses sight of them, and those who are named and admins do not', async () => {
  const things: readonly (readonly [string, string])[] = [
    ['workflow/', workflowId],
    ['api/deployment/', deployment.id],
    ['pipeline/', pipelineId],
  ]
  for (const [list, id] of things) {
    expect(await lookAt(uma, list, id)).toEqual(visibleState)
    const shareReply = await olga.post(`${list}${id}/share/`, {
      shared_to_org: false,
      shared_users: [benId],
    })

    expect(shareReply.status).toBe(200)
    expect((await olga.get(`${list}${id}/users/`)).body).toMatchObject({
      shared_to_org: false,
      shared_users: [{ id: benId }],
    })
    expect(await lookAt(uma, list, id)).toEqual(hiddenState)
    for (const person of [ada, olga, ben])
      expect(await lookAt(person, list, id)).toEqual(visibleState)
    // Only an owner or an admin opens it again.
    expect((await ben.post(`${list}${id}/share/`, { shared_to_org: true })).status).toBe(403)
  }
})

test('the parts and the runs of a closed workflow are hidden, too, and its deployment answers', async () => {
  const { body: answer } = await call()
  const { body: ends } = await olga.get(`workflow/${workflowId}/endpoint/`)
  const { body: steps } = await olga.get(`tool_instance/?workflow=${workflowId}`)
  const { body: runs } = await olga.get(`workflow/${workflowId}/execution/`)
  const addresses = [
    `workflow/${workflowId}/endpoint/`,
    `workflow/endpoint/${ends[0].id}/`,
    `tool_instance/${steps[0].id}/`,
    `workflow/${workflowId}/execution/`,
    `execution/${runs[0].id}/`,
    `execution/${runs[0].id}/files/`,
  ]
  const statusesOf = (person: Person) =>
    Promise.all(addresses.map(async (address) => (await person.get(address)).status))

  expect(answer.message.execution_status).toBe('COMPLETED')
  expect(new Set(await statusesOf(uma))).toEqual(new Set([404]))
  expect(new Set(await statusesOf(ben))).toEqual(new Set([200]))
  for (const list of ['execution/', 'workflow/endpoint/', 'tool_instance/']) {
    const id = { 'execution/': runs[0].id, 'workflow/endpoint/': ends[0].id }[list] ?? steps[0].id
    expect(rowsOf(await uma.get(list))).not.toContain(id)
    expect(rowsOf(await ben.get(list))).toContain(id)
  }
  expect(
    (await uma.post('workflow/execute/', { workflow_id: workflowId })).body.errors[0].detail,
  ).toBe('No such workflow.')
})

test('who a closed pipeline is shared with can run it, and others see none of its runs', async () => {
  const { body: startedRun } = await ben.post('pipeline/execute/', { pipeline_id: pipelineId })
  await untilEnded(ben, startedRun.execution.execution_id)
  const runsOf = async (person: Person) =>
    (await person.get(`pipeline/${pipelineId}/executions/`)).body.count

  expect(await runsOf(ben)).toBe(1)
  expect(await runsOf(uma)).toBe(0)
})

test('who a closed pipeline is shared with sees its runs, also when its workflow is closed', async () => {
  await ada.post(`workflow/${flow}/share/`, { shared_to_org: false })
  const { body: startedRun } = await ben.post('pipeline/execute/', { pipeline_id: pipelineId })
  const id = startedRun.execution.execution_id

  expect((await untilEnded(ben, id)).status).toBe('COMPLETED')
  expect((await ben.get(`pipeline/${pipelineId}/executions/`)).body.count).toBe(2)
  expect((await uma.get(`execution/${id}/`)).status).toBe(404)
  // That the pipeline is open is not enough.
  await olga.post(`pipeline/${pipelineId}/share/`, { shared_to_org: true, shared_users: [] })
  for (const person of [ben, uma]) expect((await person.get(`execution/${id}/`)).status).toBe(404)
  await olga.post(`pipeline/${pipelineId}/share/`, { shared_to_org: false, shared_users: [benId] })
})

test('tags, recent activity, usage and review rules do not show what is closed', async () => {
  const { body: tags } = await olga.get('tags/?name=march')
  const tag = `tags/${tags.results[0].id}`
  const lists = [
    `${tag}/workflow-executions/`,
    `${tag}/workflow-file-executions/`,
    'metrics/recent-activity/',
    'metrics/workflow-token-usage/?deployment_type=API',
    'metrics/used/',
  ]
  const namesOf = async (person: Person) =>
    Promise.all(
      lists.map(async (list) => {
        const text = JSON.stringify((await person.get(list)).body)
        return /Payables|payables|bill\.txt/.test(text)
      }),
    )
  const rules = [
    `manual_review/db_rules/workflow/${workflowId}/`,
    `manual_review/db_rules/fields/${workflowId}/`,
    `manual_review/settings/workflow/${workflowId}/`,
    `manual_review/dial/${workflowId}/`,
  ]
  await ada.post('manual_review/db_rules/', {
    workflow: workflowId,
    percentage: 0,
  })
  await ada.post('manual_review/settings/', { workflow: workflowId, sync_with: 'Queue' })
  const statusesOf = (person: Person) =>
    Promise.all(rules.map(async (path) => (await person.get(path)).status))

  expect(await namesOf(uma)).toEqual(lists.map(() => false))
  expect(await namesOf(ben)).toEqual(lists.map(() => true))
  expect(await statusesOf(uma)).toEqual(rules.map(() => 404))
  expect(await statusesOf(ben)).toEqual(rules.map(() => 200))
})

test('what is made of a closed workflow is closed, and who may change it does not learn the names', async () => {
  const inner = await makeDeployment(olga, 'inner', workflowId)
  expect(await lookAt(uma, 'api/deployment/', inner.id)).toEqual(hiddenState)

  await olga.post(`workflow/${workflowId}/share/`, { shared_to_org: true })
  const { body } = await uma.get(`workflow/${workflowId}/can-update/`)
  expect(body).toMatchObject({ can_update: false, api_names: [], api_count: 2 })
  expect((await olga.get(`workflow/${workflowId}/can-update/`)).body.api_names).toHaveLength(2)
})

test('runs of a closed deployment stay hidden when it is deleted', async () => {
  const doomedDeployment = await makeDeployment(olga, 'doomed', workflowId)
  await olga.post(`api/deployment/${doomedDeployment.id}/share/`, { shared_to_org: false })
  await call(doomedDeployment)
  const { body: runs } = await ada.get(`execution/?execution_entity=API`)
  const [{ id }] = runs.results
  expect((await uma.get(`execution/${id}/`)).status).toBe(404)

  expect((await olga.delete(`api/deployment/${doomedDeployment.id}/`)).status).toBe(204)
  expect((await uma.get(`execution/${id}/`)).status).toBe(404)
  expect(rowsOf(await uma.get('execution/'))).not.toContain(id)
  expect((await ada.get(`execution/${id}/`)).status).toBe(200)
})

test('a closed workflow that lost its owner hides its parts, too', async () => {
  const orphan = await makeWorkflow(ada, 'Orphan', toolId)
  const { body: steps } = await ada.get(`tool_instance/?workflow=${orphan}`)
  await ada.post(`workflow/${orphan}/share/`, { shared_to_org: false })
  await server.ctx.db
    .updateTable('workflow')
    .set({ created_by: null })
    .where('id', '=', orphan)
    .execute()

  expect(rowsOf(await uma.get('tool_instance/'))).not.toContain(steps[0].id)
  expect(rowsOf(await ada.get('tool_instance/'))).toContain(steps[0].id)
})

test('an app of a closed workflow is there for those who may see the workflow', async () => {
  const appFlow = await makeFlow(ada, 'Asked', {
    toolId,
    source: { connection_type: '' },
    destination: { connection_type: 'APPDEPLOYMENT' },
  })
  const { body: app } = await ada.post('app/', {
    app_name: 'asked',
    app_display_name: 'Asked',
    description: '',
    workflow: appFlow,
  })
  const { body: talk } = await uma.post('chat_history/', { app_id: app.id, label: 'Bills' })
  const { body: hint } = await uma.post('canned_question', { app_id: app.id, question: 'Total?' })
  const statusesOf = async (person: Person) => [
    (await person.get(`app/documents/${app.id}/`)).status,
    (await person.get(`app/canned_question/${app.id}/`)).status,
    (await person.get(`app/chats/${app.id}/`)).status,
  ]
  expect(await statusesOf(uma)).toEqual([200, 200, 200])
  await ada.post(`workflow/${appFlow}/share/`, { shared_to_org: false, shared_users: [benId] })

  expect(await statusesOf(uma)).toEqual([404, 404, 404])
  expect(await statusesOf(ben)).toEqual([200, 200, 200])
  expect(rowsOf(await uma.get('app/'))).not.toContain(app.id)
  expect(rowsOf(await ben.get('app/'))).toContain(app.id)
  const questionReply = await uma.post('chat/', {
    chat_history_id: talk.id,
    message: 'What is due?',
  })
  expect([questionReply.status, questionReply.body.errors[0].attr]).toEqual([
    400,
    'chat_history_id',
  ])
  expect((await uma.get(`chat_history/${talk.id}/`)).status).toBe(404)
  expect((await uma.delete(`canned_question/${hint.id}/`)).status).toBe(404)
})

test('a connector that closed workflows use is not deleted, and the refusal keeps their names', async () => {
  const bucket = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
  const settings = { endpoint_url: 'http://127.0.0.1:9', region_name: 'eu', key: 'k', secret: 's' }
  const id = await makeConnector(uma, 'Common', bucket, settings)
  await uma.patch(`connector/${id}/`, { shared_to_org: true })
  const refusal = async () => (await uma.delete(`connector/${id}/`)).body.errors[0].detail
  const useIn = async (person: Person, name: string) => {
    const { body: workflow } = await person.post('workflow/', { workflow_name: name })
    const { body: ends } = await person.get(`workflow/${workflow.id}/endpoint/`)
    await person.patch(`workflow/endpoint/${ends[0].id}/`, {
      connection_type: 'FILESYSTEM',
      connector_instance_id: id,
    })
    await person.post(`workflow/${workflow.id}/share/`, { shared_to_org: false })
  }
  await useIn(ben, 'Takeover')
  const ofOne = await refusal()
  await useIn(ben, 'Takeover, part two')
  const ofTwo = await refusal()
  await useIn(uma, 'Own bills')

  expect(ofOne).toBe('“Common” is used by a workflow that you cannot see.')
  expect(ofTwo).toBe('“Common” is used by 2 workflows that you cannot see.')
  expect(await refusal()).toBe('“Common” is used by the workflows “Own bills” and 2 more.')
})

test('opened again, they are everybody’s, and the audit log says so', async () => {
  await olga.post(`workflow/${workflowId}/share/`, { shared_to_org: false })
  await olga.post(`workflow/${workflowId}/share/`, { shared_to_org: true })
  await ada.post(`api/deployment/${deployment.id}/share/`, { shared_to_org: true })

  expect(await lookAt(uma, 'workflow/', workflowId)).toEqual(visibleState)
  expect(await lookAt(uma, 'api/deployment/', deployment.id)).toEqual(visibleState)
  const { body: log } = await ada.get('audit/?action=workflow.shared')
  expect(log.results[0]).toMatchObject({
    before: { shared_to_org: false },
    after: { shared_to_org: true },
  })
})

test('rows of pipelines say who owns them', async () => {
  const rowOf = async (person: Person) =>
    (await person.get('pipeline/')).body.find((row: { id: string }) => row.id === pipelineId)

  expect(await rowOf(olga)).toMatchObject({ is_owner: true, co_owners_count: 2 })
  expect(await rowOf(ben)).toMatchObject({ is_owner: false, co_owners_count: 2 })
})
