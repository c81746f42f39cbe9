import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** Access rules between members of one organization. */

const note = { name: 'note.txt', content: 'Invoice number 12\nTotal 30.00\n' }
const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
const files = [{ ...note, field: 'files' }]

let server: TestServer
let olga: Person
let uma: Person
let workflowId: string
let deployment: TestDeployment
let otherDeployment: TestDeployment

beforeAll(async () => {
  server = await startServer({ worker: true })
  olga = server.as('user', { name: 'olga' })
  uma = server.as('user')
  const tool = await makeTool(olga, { name: 'Shared', fields, sample: note })
  workflowId = await makeWorkflow(olga, 'Shared', tool.toolId)
  deployment = await makeDeployment(olga, 'shared', workflowId)
  otherDeployment = await makeDeployment(
    uma,
    'other',
    await makeWorkflow(uma, 'Other', tool.toolId),
  )
})

afterAll(() => server?.close())

const call = ({ path, key }: TestDeployment, timeout: string) =>
  server.anonymous.upload(path, { files, fields: { timeout } }, bearer(key))
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

describe.each(['reviewer', 'supervisor'] as const)('a %s', (role) => {
  test('[RV-008] [AC-035] cannot read keys or change or delete deployments', async () => {
    const person = server.as(role)
    const responses = [
      await person.get(`api/keys/api/${deployment.id}/`),
      await person.get(`api/postman_collection/${deployment.id}/`),
      await person.patch(`api/deployment/${deployment.id}/`, { display_name: 'Mine' }),
      await person.delete(`api/deployment/${deployment.id}/`),
      await person.get('prompt-studio/'),
      await person.post('test_adapters/', {}),
    ]

    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(JSON.stringify(responses.map(({ body }) => body))).not.toContain(deployment.key)
  })

  test('can sign in: the page gets its first requests answered', async () => {
    const person = server.as(role)
    const responses = [
      '/api/v1/organization',
      'users/profile/',
      'adapter/',
      'flags/',
      'users/',
      'roles',
    ]
    for (const path of responses)
      expect([path, (await person.get(path)).status]).toEqual([path, 200])
  })
})

describe('a user', () => {
  test('can see another user’s deployment, but neither read its keys nor change it', async () => {
    const response = await uma.get(`api/deployment/${deployment.id}/`)
    const { body: keys } = await olga.get(`api/keys/api/${deployment.id}/`)
    const responses = [
      await uma.get(`api/keys/api/${deployment.id}/`),
      await uma.get(`api/keys/${keys[0].id}/`),
      await uma.put(`api/keys/${keys[0].id}/`, { is_active: false }),
      await uma.post(`api/keys/api/${deployment.id}/`, { description: 'Mine' }),
      await uma.put(`api/deployment/${deployment.id}/`, { is_active: false }),
      await uma.delete(`api/deployment/${deployment.id}/`),
    ]

    expect(response.status).toBe(200)
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })

  test('[WF-024] can edit another user’s workflow until it is deployed, and still run it afterwards', async () => {
    const { body: draft } = await olga.post('workflow/', { workflow_name: 'Draft' })
    const response = await uma.patch(`workflow/${draft.id}/`, { description: 'By Uma' })
    const { body: steps } = await uma.get(`tool_instance/?workflow=${workflowId}`)
    const refusedResponse = await uma.delete(`tool_instance/${steps[0].id}/`)
    const run = await uma.post('workflow/execute/', { workflow_id: workflowId })

    expect(response).toMatchObject({ status: 200, body: { description: 'By Uma' } })
    expect(refusedResponse).toMatchObject({
      status: 403,
      body: {
        errors: [{ code: 'permission_denied', detail: expect.stringContaining('deployed') }],
      },
    })
    expect(run.status).toBe(200)
    expect((await call(deployment, '60')).status).toBe(200)
  })

  test('cannot read results of a private tool of others', async () => {
    const project = { name: 'Private', fields, sample: note }
    const { projectId, toolId } = await makeTool(olga, project)
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

  test('cannot continue an execution that another user has started', async () => {
    const { body: execution } = await olga.post('workflow/execute/', { workflow_id: workflowId })
    const refusedResponse = await uma.upload('workflow/execute/', {
      files,
      fields: { workflow_id: workflowId, execution_id: execution.execution_id },
    })

    expect(refusedResponse.status).toBe(403)
  })
})

test('[AC-100] lists are arrays, or pages on request; creating replies 201 with the object, deleting replies nothing', async () => {
  const creation = await uma.post('workflow/', { workflow_name: 'Of a shape' })
  const list = await uma.get('workflow/')
  const executions = await uma.get('execution/')
  const deletion = await uma.delete(`workflow/${creation.body.id}/`)

  expect(creation).toMatchObject({ status: 201, body: { workflow_name: 'Of a shape' } })
  expect(list.body).toContainEqual(expect.objectContaining({ id: creation.body.id }))
  expect(Object.keys(executions.body).sort()).toEqual(['count', 'next', 'previous', 'results'])
  expect(executions.body.results).toBeInstanceOf(Array)
  expect(deletion).toMatchObject({ status: 204, body: undefined })
  for (const path of ['adapter/', 'prompt-studio/', 'api/deployment/', 'tool/']) {
    expect([path, Array.isArray((await uma.get(path)).body)]).toEqual([path, true])
  }
})

describe('a key', () => {
  test('gives access to runs of its own deployment only', async () => {
    const { body } = await call(deployment, '0')
    const query = `?execution_id=${body.message.execution_id}`
    const request = (path: string, key: string) =>
      server.anonymous.get(`${path}${query}`, bearer(key))

    expect((await request(otherDeployment.path, otherDeployment.key)).status).toBe(404)
    expect((await request(otherDeployment.path, deployment.key)).status).toBe(401)
    expect((await request(deployment.path, otherDeployment.key)).status).toBe(401)
    expect([200, 422]).toContain((await request(deployment.path, deployment.key)).status)
  })

  test('of a deployment gives no access to the text service', async () => {
    const headers = { 'unstract-key': deployment.key, authorization: `Bearer ${deployment.key}` }
    const answer = await server.anonymous.get('/api/v2/get-usage-info', { headers })

    expect(answer.status).toBe(401)
  })
})
