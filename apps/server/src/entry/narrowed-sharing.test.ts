import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolderFlow, untilEnded } from '../testing/make-pipeline.ts'
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
  const { toolId } = await makeTool(olga, { name: 'Bills', fields, sample })
  workflowId = await makeWorkflow(olga, 'Payables', toolId)
  deployment = await makeDeployment(olga, 'payables', workflowId)
  const flow = await makeFolderFlow(ada, 'From a folder', { toolId, folder })
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

const call = () =>
  server.anonymous.upload(
    deployment.path,
    { files: [{ ...sample, field: 'files' }], fields: { timeout: '60' } },
    { headers: { authorization: `Bearer ${deployment.key}` } },
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
const seen = { isListed: true, status: 200 }
const hidden = { isListed: false, status: 404 }

test('whoever is not named loses sight of them, and those who are named and admins do not', async () => {
  const things: readonly (readonly [string, string])[] = [
    ['workflow/', workflowId],
    ['api/deployment/', deployment.id],
    ['pipeline/', pipelineId],
  ]
  for (const [list, id] of things) {
    expect(await lookAt(uma, list, id)).toEqual(seen)
    const narrowed = await olga.post(`${list}${id}/share/`, {
      shared_to_org: false,
      shared_users: [benId],
    })

    expect(narrowed.status).toBe(200)
    expect((await olga.get(`${list}${id}/users/`)).body).toMatchObject({
      shared_to_org: false,
      shared_users: [{ id: benId }],
    })
    expect(await lookAt(uma, list, id)).toEqual(hidden)
    for (const person of [ada, olga, ben]) expect(await lookAt(person, list, id)).toEqual(seen)
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
  const { body: started } = await ben.post('pipeline/execute/', { pipeline_id: pipelineId })
  await untilEnded(ben, started.execution.execution_id)
  const runsOf = async (person: Person) =>
    (await person.get(`pipeline/${pipelineId}/executions/`)).body.count

  expect(await runsOf(ben)).toBe(1)
  expect(await runsOf(uma)).toBe(0)
})

test('opened again, they are everybody’s, and the audit log says so', async () => {
  await olga.post(`workflow/${workflowId}/share/`, { shared_to_org: true })
  await ada.post(`api/deployment/${deployment.id}/share/`, { shared_to_org: true })

  expect(await lookAt(uma, 'workflow/', workflowId)).toEqual(seen)
  expect(await lookAt(uma, 'api/deployment/', deployment.id)).toEqual(seen)
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
