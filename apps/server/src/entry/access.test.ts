import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** What people of one organization could once do to each other. */

const note = { name: 'note.txt', content: 'Invoice number 12\nTotal 30.00\n' }
const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
const files = [{ ...note, field: 'files' }]

type Deployed = Awaited<ReturnType<typeof makeDeployment>>

let server: TestServer
let olga: Person
let uma: Person
let workflowId: string
let deployed: Deployed
let other: Deployed

beforeAll(async () => {
  server = await startServer({ worker: true })
  olga = server.as('user', { name: 'olga' })
  uma = server.as('user')
  const tool = await makeTool(olga, { name: 'Shared', fields, sample: note })
  workflowId = await makeWorkflow(olga, 'Shared', tool.toolId)
  deployed = await makeDeployment(olga, 'shared', workflowId)
  other = await makeDeployment(uma, 'other', await makeWorkflow(uma, 'Other', tool.toolId))
}, 120_000)

afterAll(() => server?.close())

const call = ({ path, key }: Deployed, timeout: string) =>
  server.anonymous.upload(path, { files, fields: { timeout } }, bearer(key))
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

describe.each(['reviewer', 'supervisor'] as const)('a %s', (role) => {
  test('[RV-008] [AC-035] reads no key, and changes and deletes no deployment', async () => {
    const person = server.as(role)
    const refused = [
      await person.get(`api/keys/api/${deployed.id}/`),
      await person.get(`api/postman_collection/${deployed.id}/`),
      await person.patch(`api/deployment/${deployed.id}/`, { display_name: 'Mine' }),
      await person.delete(`api/deployment/${deployed.id}/`),
      await person.get('prompt-studio/'),
      await person.post('test_adapters/', {}),
    ]

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(JSON.stringify(refused.map(({ body }) => body))).not.toContain(deployed.key)
  })

  test('signs in all the same: the page gets what it asks for first', async () => {
    const person = server.as(role)
    const asked = [
      '/api/v1/organization',
      'users/profile/',
      'adapter/',
      'flags/',
      'users/',
      'roles',
    ]
    for (const path of asked) expect([path, (await person.get(path)).status]).toEqual([path, 200])
  })
})

describe('a user', () => {
  test('sees another’s deployment, and neither reads its keys nor changes it', async () => {
    const seen = await uma.get(`api/deployment/${deployed.id}/`)
    const { body: keys } = await olga.get(`api/keys/api/${deployed.id}/`)
    const refused = [
      await uma.get(`api/keys/api/${deployed.id}/`),
      await uma.get(`api/keys/${keys[0].id}/`),
      await uma.put(`api/keys/${keys[0].id}/`, { is_active: false }),
      await uma.post(`api/keys/api/${deployed.id}/`, { description: 'Mine' }),
      await uma.put(`api/deployment/${deployed.id}/`, { is_active: false }),
      await uma.delete(`api/deployment/${deployed.id}/`),
    ]

    expect(seen.status).toBe(200)
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })

  test('[WF-024] edits another’s workflow until it is deployed, and runs it after that too', async () => {
    const { body: draft } = await olga.post('workflow/', { workflow_name: 'Draft' })
    const edited = await uma.patch(`workflow/${draft.id}/`, { description: 'By Uma' })
    const { body: steps } = await uma.get(`tool_instance/?workflow=${workflowId}`)
    const refused = await uma.delete(`tool_instance/${steps[0].id}/`)
    const run = await uma.post('workflow/execute/', { workflow_id: workflowId })

    expect(edited).toMatchObject({ status: 200, body: { description: 'By Uma' } })
    expect(refused).toMatchObject({
      status: 403,
      body: {
        errors: [{ code: 'permission_denied', detail: expect.stringContaining('deployed') }],
      },
    })
    expect(run.status).toBe(200)
    expect((await call(deployed, '60')).status).toBe(200)
  })

  test('reads nothing of what a private tool has read for others', async () => {
    const made = { name: 'Private', fields, sample: note }
    const { projectId, toolId } = await makeTool(olga, made)
    await olga.post(`prompt-studio/export/${projectId}`, { force_export: true })
    const hidden = await makeDeployment(olga, 'hidden', await makeWorkflow(olga, 'Hidden', toolId))
    const { body } = await call(hidden, '60')
    const execution = `execution/${body.message.execution_id}/`
    const { body: page } = await olga.get(`${execution}files/`)
    const result = `${execution}files/${page.results[0].id}/result/`

    expect((await uma.get(execution)).status).toBe(200)
    expect((await uma.get(`${execution}files/`)).status).toBe(403)
    expect((await uma.get(result)).status).toBe(403)
    expect((await uma.get(`prompt-studio/prompt-output/?tool_id=${projectId}`)).body).toEqual([])
    expect((await olga.get(result)).status).toBe(200)
    expect((await server.as('admin').get(result)).status).toBe(200)
  })

  test('does not run on with an execution that another has begun', async () => {
    const { body: begun } = await olga.post('workflow/execute/', { workflow_id: workflowId })
    const taken = await uma.upload('workflow/execute/', {
      files,
      fields: { workflow_id: workflowId, execution_id: begun.execution_id },
    })

    expect(taken.status).toBe(403)
  })
})

test('[AC-100] lists are arrays, or pages when asked for; what is made comes back with 201, what is deleted with nothing', async () => {
  const made = await uma.post('workflow/', { workflow_name: 'Of a shape' })
  const list = await uma.get('workflow/')
  const executions = await uma.get('execution/')
  const deleted = await uma.delete(`workflow/${made.body.id}/`)

  expect(made).toMatchObject({ status: 201, body: { workflow_name: 'Of a shape' } })
  expect(list.body).toContainEqual(expect.objectContaining({ id: made.body.id }))
  expect(Object.keys(executions.body).sort()).toEqual(['count', 'next', 'previous', 'results'])
  expect(executions.body.results).toBeInstanceOf(Array)
  expect(deleted).toMatchObject({ status: 204, body: undefined })
  for (const path of ['adapter/', 'prompt-studio/', 'api/deployment/', 'tool/']) {
    expect([path, Array.isArray((await uma.get(path)).body)]).toEqual([path, true])
  }
})

describe('a key', () => {
  test('opens the runs of its own deployment, and of no other', async () => {
    const { body } = await call(deployed, '0')
    const query = `?execution_id=${body.message.execution_id}`
    const asked = (path: string, key: string) =>
      server.anonymous.get(`${path}${query}`, bearer(key))

    expect((await asked(other.path, other.key)).status).toBe(404)
    expect((await asked(other.path, deployed.key)).status).toBe(401)
    expect((await asked(deployed.path, other.key)).status).toBe(401)
    expect([200, 422]).toContain((await asked(deployed.path, deployed.key)).status)
  })

  test('of a deployment opens nothing of the text service', async () => {
    const headers = { 'unstract-key': deployed.key, authorization: `Bearer ${deployed.key}` }
    const answer = await server.anonymous.get('/api/v2/get-usage-info', { headers })

    expect(answer.status).toBe(401)
  })
})
