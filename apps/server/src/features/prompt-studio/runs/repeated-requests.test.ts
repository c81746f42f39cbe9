import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deleteOldRequests } from '../../../platform/repeated-requests/repeatable-requests.store.ts'
import { makeWorkflow } from '../../../testing/make-tool.ts'
import { createRunnableProject } from '../../../testing/runnable-project.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

/** Two processes that answer requests, on one database, and a model. */
async function startAll() {
  await using cleaning = new AsyncDisposableStack()
  const cannedModel = await startCannedModelServer()
  cleaning.defer(() => cannedModel.close())
  const first = await startServer({ worker: true })
  cleaning.defer(() => first.close())
  const second = await startServer({ beside: first })
  cleaning.defer(() => second.close())
  const resources = cleaning.move()
  return { server: first, web: second, model: cannedModel, close: () => resources.disposeAsync() }
}

let installation: Awaited<ReturnType<typeof startAll>>
let server: TestServer
let web: TestServer
let model: CannedModelServer
let ada: Studio

beforeAll(async () => {
  installation = await startAll()
  server = installation.server
  web = installation.web
  model = installation.model
  ada = studioOf(server.as('admin'))
})
afterAll(() => installation?.close())

async function project() {
  const [{ name, file: content } = { name: '', file: '' }] = await sampleInvoices()
  const setup = { studio: ada, model, invoice: { name, content } }
  return createRunnableProject(setup, { count: 2, profile: {}, owner: ada })
}

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

test('while a request is worked on, its repetition has to wait, and then gets the same reply', async () => {
  const { tool_id, document_id, profile_id, promptIds } = await project()
  const { promise: until, resolve: letReply } = Promise.withResolvers<void>()
  onTestFinished(() => letReply())
  model.script({ reply: 'of the model', until })
  const callsBefore = model.requests.length
  const path = `prompt-studio/fetch_response/${tool_id}`
  const request = { id: promptIds[0], document_id, profile_manager: profile_id }
  const firstPromise = ada.person.post(path, request, withKey('slow'))
  await expect.poll(() => model.requests.length).toBeGreaterThan(callsBefore)

  const earlyReply = await web.as('admin').post(path, request, withKey('slow'))
  expect(earlyReply).toMatchObject({
    status: 409,
    body: {
      errors: [{ attr: 'Idempotency-Key', detail: expect.stringContaining('no reply yet') }],
    },
  })
  expect(Number(earlyReply.headers.get('retry-after'))).toBeGreaterThan(0)

  letReply()
  const firstReply = await firstPromise
  const secondReply = await ada.person.post(path, request, withKey('slow'))
  expect(secondReply).toMatchObject({ status: firstReply.status, body: firstReply.body })
  expect(model.requests.length).toBe(callsBefore + 1)
})

test('the same request under the same key starts the runs once, whichever process receives it', async () => {
  const { tool_id, document_id, profile_id, promptIds, runs } = await project()
  const request = {
    prompt_ids: promptIds,
    document_ids: [document_id],
    profile_ids: [profile_id],
  }
  const path = `prompt-studio/${tool_id}/runs/`
  const firstReply = await ada.person.post(path, request, withKey('lost reply'))
  const secondReply = await web.as('admin').post(path, request, withKey('lost reply'))

  expect(secondReply).toMatchObject({ status: firstReply.status, body: firstReply.body })
  expect(secondReply.headers.get('idempotent-replayed')).toBe('true')
  expect(firstReply.headers.get('idempotent-replayed')).toBeNull()
  expect(await runs()).toHaveLength(2)

  const otherRequest = { ...request, prompt_ids: promptIds.slice(0, 1) }
  expect(await ada.person.post(path, otherRequest, withKey('lost reply'))).toMatchObject({
    status: 409,
    body: {
      errors: [
        {
          attr: 'Idempotency-Key',
          detail: 'This Idempotency-Key was already used for a different request.',
        },
      ],
    },
  })
  expect(await ada.person.post(path, request, withKey(''))).toMatchObject({
    status: 400,
    body: { errors: [{ attr: 'Idempotency-Key' }] },
  })
  const colleague = server.as('admin', { name: 'bea' })
  expect((await colleague.post(path, otherRequest, withKey('lost reply'))).status).not.toBe(409)
})

test('a refusal is repeated, and a corrected request needs another key', async () => {
  const { tool_id, document_id, profile_id, promptIds, runs } = await project()
  const path = `prompt-studio/${tool_id}/runs/`
  const request = { prompt_ids: promptIds, document_ids: [document_id], profile_ids: [profile_id] }
  const refusedRequest = { ...request, document_ids: ['00000000-0000-4000-8000-000000000000'] }

  expect((await ada.person.post(path, refusedRequest, withKey('refused'))).status).toBe(404)
  const repeatedRefusal = await ada.person.post(path, refusedRequest, withKey('refused'))
  expect(repeatedRefusal).toMatchObject({
    status: 404,
    body: { type: 'client_error', errors: [{ code: 'not_found' }] },
  })
  expect(repeatedRefusal.headers.get('idempotent-replayed')).toBe('true')
  expect((await ada.person.post(path, request, withKey('refused'))).status).toBe(409)
  expect((await ada.person.post(path, request, withKey('corrected'))).status).toBe(202)
  expect(await runs()).toHaveLength(2)
})

test('a list of outputs is repeated as a whole', async () => {
  const { tool_id, document_id, profile_id, promptIds } = await project()
  const path = `prompt-studio/bulk_fetch_response/${tool_id}`
  const request = { prompt_ids: promptIds, document_id, profile_manager: profile_id }
  const firstReply = await ada.person.post(path, request, withKey('bulk'))
  const secondReply = await web.as('admin').post(path, request, withKey('bulk'))

  expect(firstReply.body).toHaveLength(2)
  expect(secondReply).toMatchObject({ status: firstReply.status, body: firstReply.body })
  expect(secondReply.headers.get('idempotent-replayed')).toBe('true')
})

test('files of a workflow are run once under a key, and the key is free again after a day', async () => {
  const { tool_id } = await project()
  const exportReply = await ada.person.post(`prompt-studio/export/${tool_id}`, {
    is_shared_with_org: false,
    user_id: [],
    force_export: true,
  })
  expect(exportReply.status).toBe(200)
  const tools = (await ada.person.get('tool/')).body as { function_name: string; name: string }[]
  const workflowId = await makeWorkflow(ada.person, 'Repeated', tools.at(-1)!.function_name)
  const run = (content: string) =>
    ada.person.upload(
      'workflow/execute/',
      { files: [{ name: 'note.txt', content }], fields: { workflow_id: workflowId } },
      withKey('one upload'),
    )
  const executionsOf = async () =>
    (await ada.person.get(`workflow/${workflowId}/execution/`)).body.length as number

  const firstReply = await run('Total 12.50')
  const secondReply = await run('Total 12.50')
  expect(firstReply.status).toBeLessThan(300)
  expect(secondReply).toMatchObject({ status: firstReply.status, body: firstReply.body })
  expect(await executionsOf()).toBe(1)
  expect((await run('Total 13.50')).status).toBe(409)

  await sql`update repeatable_request set begun_at = begun_at - interval '25 hours'`.execute(
    server.ctx.db,
  )
  await deleteOldRequests({ db: server.ctx.db, organizationId: 1 })
  expect((await run('Total 13.50')).status).toBe(firstReply.status)
  expect(await executionsOf()).toBe(2)
})
