import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let ada: Person
let otto: Person
let invoices: TestDeployment
let letters: TestDeployment
let projectId: string

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
  otto = server.as('admin', { name: 'otto', organization: 'otherwise' })
  const [invoice] = await sampleInvoices()
  const sample = { name: invoice?.name ?? '', content: invoice?.file ?? '' }
  const fields = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
  const tool = await makeTool(ada, { name: 'Invoices', fields, sample })
  projectId = tool.projectId
  const workflowId = await makeWorkflow(ada, 'Invoices', tool.toolId)
  invoices = await makeDeployment(ada, 'invoices', workflowId)
  letters = await makeDeployment(ada, 'letters', workflowId)
})

afterAll(() => server?.close())

const base = 'global-api-deployment'
const unknownId = '00000000-0000-4000-8000-000000000000'
const description = { description: 'For tests' }

async function makeKey(name: string, opens: object): Promise<{ id: string; key: string }> {
  const { body } = await ada.post(`${base}/keys/`, { name, ...description, ...opens })
  return body
}

/** 404 where the key opened the door and no execution of that id was behind it, 401 where it did not. */
async function knock({ path }: { path: string }, key: string): Promise<string> {
  const { status, body } = await server.anonymous.get(`${path}?execution_id=${unknownId}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return status === 404 && /execution/.test(JSON.stringify(body)) ? 'open' : String(status)
}

describe('a key for several deployments', () => {
  test('is refused where it says neither or both of what it opens, or names what is not there', async () => {
    const { body: otherDeployments } = await otto.get(`${base}/deployments/`)
    const ask = async (opens: object) => {
      const reply = await ada.post(`${base}/keys/`, { name: 'Refused', ...description, ...opens })
      return [reply.status, reply.body.errors?.[0].attr]
    }
    const refusals = [
      await ask({}),
      await ask({ allow_all_deployments: true, api_deployments: [invoices.id] }),
      await ask({ api_deployments: [unknownId] }),
      await ask({ api_deployments: ['no id'] }),
    ]

    expect(otherDeployments).toEqual([])
    expect(refusals.slice(0, 3)).toEqual(Array(3).fill([400, 'api_deployments']))
    expect(refusals[3]).toEqual([400, 'api_deployments.0'])
    expect((await ada.get(`${base}/keys/`)).body).toEqual([])
  })

  test('is for admins, and another organization knows nothing of it', async () => {
    const key = await makeKey('Ours', { api_deployments: [invoices.id] })
    const refusedReplies = [
      await server.as('user').get(`${base}/keys/`),
      await server.as('user').get(`${base}/deployments/`),
      await otto.get(`${base}/keys/${key.id}/`),
      await otto.patch(`${base}/keys/${key.id}/`, { is_active: false }),
      await otto.post(`${base}/keys/${key.id}/rotate/`),
      await otto.delete(`${base}/keys/${key.id}/`),
    ]
    const stolenReply = await otto.post(`${base}/keys/`, {
      name: 'Theirs',
      ...description,
      api_deployments: [invoices.id],
    })

    expect(refusedReplies.map(({ status }) => status)).toEqual([403, 403, 404, 404, 404, 404])
    expect([stolenReply.status, stolenReply.body.errors[0].attr]).toEqual([400, 'api_deployments'])
    expect(await knock(invoices, key.key)).toBe('open')
  })

  test('opens those that it names and no other, until it is switched off, changed or gone', async () => {
    const { id, key } = await makeKey('One', { api_deployments: [invoices.id] })
    const namedCodes = [await knock(invoices, key), await knock(letters, key)]
    const change = (changes: object) => ada.patch(`${base}/keys/${id}/`, changes)
    await change({ is_active: false })
    const inactiveCode = await knock(invoices, key)
    const movedReply = await change({ is_active: true, api_deployments: [letters.id] })
    const otherCodes = [await knock(invoices, key), await knock(letters, key)]
    const all = await change({ allow_all_deployments: true })
    const bothCodes = [await knock(invoices, key), await knock(letters, key)]
    const emptyReply = await change({ api_deployments: [] })
    const removedReply = await ada.delete(`${base}/keys/${id}/`)

    expect([namedCodes, inactiveCode, otherCodes, bothCodes]).toEqual([
      ['open', '401'],
      '401',
      ['401', 'open'],
      ['open', 'open'],
    ])
    expect(movedReply.body.api_deployments).toEqual([
      { id: letters.id, display_name: 'letters API', api_name: 'letters', is_active: true },
    ])
    expect(all.body).toMatchObject({ allow_all_deployments: true, api_deployments: [] })
    expect(emptyReply.status).toBe(400)
    expect([removedReply.status, await knock(letters, key)]).toEqual([204, '401'])
  })

  test('opens also what is deployed later, where it opens all, and what is deleted no more', async () => {
    const { key } = await makeKey('All', { allow_all_deployments: true })
    const { body: row } = await ada.get(`api/deployment/${letters.id}/`)
    const later = await makeDeployment(ada, 'later', row.workflow)
    const partialKey = await makeKey('Later', { api_deployments: [later.id, invoices.id] })
    const openCodes = [await knock(later, key), await knock(later, partialKey.key)]
    await ada.delete(`api/deployment/${later.id}/`)
    const { body: keys } = await ada.get(`${base}/keys/`)
    const left = keys.find(({ id }: { id: string }) => id === partialKey.id)

    expect(openCodes).toEqual(['open', 'open'])
    expect(await knock(later, key)).toBe('404')
    expect(left.api_deployments.map(({ id }: { id: string }) => id)).toEqual([invoices.id])
  })

  test('runs a document, is shown in full only to who asks, and its changes are written down', async () => {
    const { id, key } = await makeKey('Runs', { allow_all_deployments: true })
    const [invoice] = await sampleInvoices()
    const files = [{ name: 'a.pdf', content: invoice?.file ?? '', field: 'files' }]
    const headers = { authorization: `Bearer ${key}` }
    const fields = { timeout: '60' }
    const run = await server.anonymous.upload(invoices.path, { files, fields }, { headers })
    const { body: list } = await ada.get(`${base}/keys/`)
    const { body: shownKey } = await ada.get(`${base}/keys/${id}/`)
    const { body: rotatedKey } = await ada.post(`${base}/keys/${id}/rotate/`)
    const takenReply = await ada.post(`${base}/keys/`, {
      name: 'Runs',
      ...description,
      allow_all_deployments: true,
    })
    const rows = await server.ctx.db.selectFrom('global_deployment_key').selectAll().execute()
    const { body: audit } = await ada.get('audit/?subject=Runs')

    expect([run.status, run.body.message.execution_status]).toEqual([200, 'COMPLETED'])
    expect(JSON.stringify(list)).not.toContain(key)
    expect(list.find((one: { id: string }) => one.id === id)).toMatchObject({
      key: `****-${key.slice(-4)}`,
      created_by_email: 'ada@example.org',
    })
    expect(shownKey).toEqual({ id, name: 'Runs', key, is_active: true })
    expect([await knock(invoices, key), await knock(invoices, rotatedKey.key)]).toEqual([
      '401',
      'open',
    ])
    expect([takenReply.status, takenReply.body.errors[0].attr]).toEqual([400, 'name'])
    expect(JSON.stringify(rows)).not.toContain(rotatedKey.key)
    expect(audit.results.map(({ action }: { action: string }) => action)).toEqual([
      'global-deployment-key.rotated',
      'global-deployment-key.created',
    ])
    expect(JSON.stringify(audit)).not.toContain(key)
  })
})

test('a project says which deployments run its tool, with how they are called', async () => {
  const deploymentOf = (id: string, person: Person = ada) =>
    person.get(`api/deployment/by-prompt-studio-tool/?tool_id=${id}`)
  const { body: unusedProject } = await ada.post('prompt-studio/', {
    tool_name: 'Unused',
    description: 'd',
    author: 'a',
  })
  const { body } = await deploymentOf(projectId)

  expect((await deploymentOf(projectId, otto)).status).toBe(404)
  expect((await deploymentOf('nothing')).body.errors[0].attr).toBe('tool_id')
  expect((await deploymentOf(unusedProject.tool_id)).body).toEqual([])
  expect(body.map(({ api_name }: { api_name: string }) => api_name)).toEqual([
    'letters',
    'invoices',
  ])
  expect(body[0]).toMatchObject({ run_count: 0, last_run_time: null, last_5_run_statuses: [] })
})
