import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { combineDeliveries } from './deliveries/deliveries.store.ts'

type Message = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let server: TestServer
let receiver: Server
let origin: string
let receivedMessages: Message[] = []
let status = 200
let ada: Person
let uma: Person
let deployment: TestDeployment

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const { url: path = '', headers } = request
    const body = await text(request)
    if (path === '/silent') return
    receivedMessages.push({ path, headers, body })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await startServer({ worker: true, env: { RECTO_INNER_ADDRESSES: 'on' } })
  ada = server.as('admin')
  uma = server.as('user')
  const { toolId } = await makeTool(ada, {
    name: 'Notes',
    fields: [{ key: 'number', prompt: 'What is the invoice number?' }],
    sample: { name: 'note.txt', content: 'Invoice number 12\n' },
  })
  deployment = await makeDeployment(ada, 'notes', await makeWorkflow(ada, 'Notes', toolId))
})

afterAll(async () => {
  await server?.close()
  receiver?.closeAllConnections()
  receiver?.close()
})
beforeEach(async () => {
  for (const { id } of (await ada.get(`notifications/api/${deployment.id}/`)).body) {
    await ada.delete(`notifications/${id}/`)
  }
  receivedMessages = []
  status = 200
})

type Row = Readonly<Record<string, unknown>>

let names = 0
const make = async (changes: Record<string, unknown> = {}) => {
  const { status, body } = await ada.post('notifications/', {
    name: `Hook ${++names}`,
    url: `${origin}/hook`,
    notification_type: 'WEBHOOK',
    platform: 'API',
    authorization_type: 'NONE',
    pipeline: '',
    api: deployment.id,
    is_active: true,
    ...changes,
  })
  return { ...body, status }
}

const unknownId = '00000000-0000-4000-8000-000000000000'

let notes = 0
const callDeployment = () =>
  server.anonymous.upload(
    deployment.path,
    {
      files: [{ name: 'note.txt', content: `Invoice number ${++notes}\n`, field: 'files' }],
      fields: { timeout: '60' },
    },
    { headers: { authorization: `Bearer ${deployment.key}` } },
  )

const deliveries = async (id: string, query = '') =>
  (await ada.get(`notifications/${id}/deliveries/${query}`)).body

const awaitArrival = (count: number) =>
  expect.poll(() => receivedMessages.length).toBeGreaterThanOrEqual(count)

describe('a notification', () => {
  test.each([
    ['of neither a pipeline nor a deployment', { api: '' }, 'non_field_errors'],
    ['of no known kind', { notification_type: 'MAIL' }, 'notification_type'],
    ['of no known platform', { platform: 'TEAMS' }, 'platform'],
    ['of no known authorization', { authorization_type: 'BASIC' }, 'authorization_type'],
    ['with a bearer and no key', { authorization_type: 'BEARER' }, 'authorization_key'],
    [
      'with a header and no name for it',
      { authorization_type: 'CUSTOM_HEADER', authorization_key: 'k' },
      'authorization_header',
    ],
    ['with five retries', { max_retries: 5 }, 'max_retries'],
    ['of a deployment that is not there', { api: unknownId }, 'api'],
    ['of a pipeline that is not there', { api: '', pipeline: unknownId }, 'pipeline'],
    ['with a number of retries that is none', { max_retries: true }, 'max_retries'],
    ['to no address', { url: 'file:///etc/passwd' }, 'url'],
  ])('[DP-094, DP-095, DP-096] %s is refused at its field', async (_, wrong, attr) => {
    const { status, errors } = await make(wrong)

    expect(status).toBe(400)
    expect(errors.map((one: { attr: string }) => one.attr)).toContain(attr)
  })

  test('[DP-106] has a name once for each deployment, and only whoever may change that has them', async () => {
    const firstNotification = await make({ name: 'Twice' })
    const secondNotification = await make({ name: 'Twice' })
    expect(secondNotification.errors).toMatchObject([{ code: 'unique_api', attr: 'name' }])

    const { id: _, ...body } = firstNotification
    expect((await uma.post('notifications/', { ...body, name: 'Mine' })).status).toBe(403)
    expect((await uma.get(`notifications/${firstNotification.id}/`)).status).toBe(403)
    expect((await uma.get(`notifications/api/${deployment.id}/`)).status).toBe(403)
    expect((await uma.get('notifications/')).body).toEqual([])
    expect((await ada.get(`notifications/api/${firstNotification.id}/`)).status).toBe(404)
  })

  test('[DP-093, DP-097, DP-105, DP-107, DP-108] is made, listed, changed and deleted', async () => {
    const bearerNotification = await make({
      authorization_type: 'BEARER',
      authorization_key: 'k',
      is_active: false,
    })
    expect(bearerNotification).toMatchObject({
      status: 201,
      notification_type: 'WEBHOOK',
      platform: 'API',
      authorization_type: 'BEARER',
      authorization_key: 'k',
      authorization_header: null,
      max_retries: 0,
      is_active: false,
      pipeline: null,
      api: deployment.id,
    })
    const changedReply = await ada.put(`notifications/${bearerNotification.id}/`, {
      ...bearerNotification,
      max_retries: '2',
      authorization_type: 'NONE',
      authorization_header: '',
    })
    expect(changedReply.body).toMatchObject({ max_retries: 2, authorization_key: null })
    expect((await ada.get(`notifications/api/${deployment.id}/`)).body).toHaveLength(1)

    expect((await ada.delete(`notifications/${bearerNotification.id}/`)).status).toBe(204)
    expect((await ada.get(`notifications/${bearerNotification.id}/`)).status).toBe(404)
  })
})

describe('the end of a run', () => {
  test('[DP-109] is told to active ones alone, signed and with their proofs', async () => {
    await make({ url: `${origin}/off`, is_active: false })
    const plain = await make({ url: `${origin}/plain` })
    await make({ url: `${origin}/bearer`, authorization_type: 'BEARER', authorization_key: 'b' })
    await make({ url: `${origin}/raw`, authorization_type: 'API_KEY', authorization_key: 'raw' })
    await make({
      url: `${origin}/own`,
      authorization_type: 'CUSTOM_HEADER',
      authorization_header: 'X-Token',
      authorization_key: 'own',
    })
    await make({ url: `${origin}/slack`, platform: 'SLACK' })
    await make({ url: `${origin}/failures`, notify_on_failures: true })
    const { body: run } = await callDeployment()
    await awaitArrival(5)

    const messagesByPath = new Map(receivedMessages.map((message) => [message.path, message]))
    expect([...messagesByPath.keys()].toSorted()).toEqual([
      '/bearer',
      '/own',
      '/plain',
      '/raw',
      '/slack',
    ])
    const { headers, body } = messagesByPath.get('/plain') as Message
    expect(JSON.parse(body)).toEqual({
      type: 'API',
      pipeline_id: deployment.id,
      pipeline_name: 'notes',
      status: 'COMPLETED',
      execution_id: run.message.execution_id,
      additional_data: { total_files: 1, successful_files: 1, failed_files: 0 },
    })
    const signed = createHmac('sha256', plain.signing_secret)
      .update(`${headers['x-recto-timestamp']}.${body}`)
      .digest('hex')
    expect(headers['x-recto-signature']).toBe(`sha256=${signed}`)
    expect(headers.authorization).toBeUndefined()
    expect(messagesByPath.get('/bearer')?.headers.authorization).toBe('Bearer b')
    expect(messagesByPath.get('/raw')?.headers.authorization).toBe('raw')
    expect(messagesByPath.get('/own')?.headers['x-token']).toBe('own')
    const slack = JSON.parse(messagesByPath.get('/slack')?.body ?? '')
    expect(slack.text).toBe('notes: COMPLETED')
    expect(slack.blocks[1]).toEqual({ type: 'divider' })
    const titles = slack.blocks
      .map((block: { text?: { text: string } }) => /^\*(.+):\*/.exec(block.text?.text ?? '')?.[1])
      .filter((title: string | undefined) => title !== undefined)
    expect(titles).toEqual([
      'Type',
      'Pipeline Name',
      'Pipeline Id',
      'Status',
      'Execution Id',
      'Total Files',
      'Successful Files',
      'Failed Files',
    ])
  })

  test('[DP-109] that is not taken is told again, then given up, and goes again when somebody says so', async () => {
    status = 500
    const { id } = await make({ max_retries: 1 })
    await callDeployment()
    await awaitArrival(1)
    await expect.poll(async () => (await deliveries(id)).results[0]?.status_code).toBe(500)
    expect(await deliveries(id)).toMatchObject({
      count: 1,
      results: [{ state: 'WAITING', attempts: 1 }],
    })
    // Ten seconds are over.
    await server.ctx.db
      .updateTable('notification_delivery')
      .set({ next_try_at: new Date() })
      .where('notification_id', '=', id)
      .execute()
    await expect.poll(async () => (await deliveries(id, '?state=DEAD')).count).toBe(1)

    const [dead] = (await deliveries(id)).results
    expect(dead).toMatchObject({ attempts: 2, error: 'The receiver responded with 500.' })
    status = 200
    const path = `notifications/${id}/deliveries/${dead.id}/repeat/`
    expect((await ada.post(path)).body).toMatchObject({ state: 'WAITING' })
    await expect.poll(async () => (await deliveries(id)).results[0].state).toBe('DELIVERED')
    expect((await ada.post(path)).status).toBe(409)
    expect(new Set(receivedMessages.map(({ body }) => body)).size).toBe(1)
  })

  test('tells of several runs in one message, if the organization says so', async () => {
    const settings = 'notifications/settings/'
    expect((await uma.get(settings)).status).toBe(403)
    expect((await ada.get(settings)).body).toEqual({ club_interval_seconds: 0 })
    expect(await ada.patch(settings, { club_interval_seconds: 59 })).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    })
    expect((await ada.patch(settings, { club_interval_seconds: 60 })).body).toEqual({
      club_interval_seconds: 60,
    })
    const { id } = await make()
    const slack = await make({ platform: 'SLACK', url: `${origin}/slack` })
    for (const _ of [1, 2]) await callDeployment()
    await expect
      .poll(async () => (await deliveries(id)).results.map((row: Row) => row.next_try_at !== null))
      .toEqual([true, true])
    expect(receivedMessages).toEqual([])
    // The minute is over.
    await server.ctx.db
      .updateTable('notification_delivery')
      .set({ created_at: new Date(Date.now() - 61_000), next_try_at: new Date() })
      .where('notification_id', 'in', [id, slack.id])
      .execute()
    await awaitArrival(2)
    await ada.patch(settings, { club_interval_seconds: 0 })

    const bodyAt = (path: string) =>
      JSON.parse(receivedMessages.find((message) => message.path === path)?.body ?? 'null')
    expect(bodyAt('/hook')).toMatchObject({
      summary: { total: 2, succeeded: 2, failed: 0 },
      events: [
        { type: 'API', pipeline_name: 'notes', status: 'COMPLETED', is_failure: false },
        { type: 'API', pipeline_name: 'notes', additional_data: { total_files: 1 } },
      ],
    })
    expect(bodyAt('/slack').text).toBe('2 runs ended: 2 succeeded, 0 failed')
    await expect
      .poll(async () => (await deliveries(id)).results)
      .toMatchObject([{ state: 'DELIVERED', attempts: 1 }])
    expect(receivedMessages).toHaveLength(2)
  })

  test('waits no longer once the organization wants each run told on its own', async () => {
    const settings = 'notifications/settings/'
    await ada.patch(settings, { club_interval_seconds: 7200 })
    const { id } = await make()
    await callDeployment()
    await expect
      .poll(async () => (await deliveries(id)).results[0]?.next_try_at ?? null)
      .not.toBeNull()
    const [waitingDelivery] = await server.ctx.db
      .selectFrom('notification_delivery')
      .selectAll()
      .where('notification_id', '=', id)
      .execute()
    await callDeployment()
    await expect.poll(async () => (await deliveries(id)).count).toBe(2)
    // A worker that lost the message to another one takes nothing along.
    const tenant = { db: server.ctx.db, organizationId: waitingDelivery?.organization_id ?? 0 }
    const lostDelivery = { id: waitingDelivery?.id ?? '', notification_id: id, worker_id: 'gone' }
    expect(await combineDeliveries(tenant, lostDelivery)).toBeUndefined()
    expect((await deliveries(id)).count).toBe(2)

    await ada.patch(settings, { club_interval_seconds: 0 })

    await awaitArrival(2)
  })

  test('is tried out by a test, which says what came of it', async () => {
    const good = await make({ is_active: false })
    const silent = await make({ url: `${origin}/silent` })
    const emptyNotification = await make({ url: null })
    expect((await ada.post(`notifications/${good.id}/test/`)).body).toMatchObject({
      state: 'DELIVERED',
      status: 'TEST',
      status_code: 200,
    })
    const unansweredReply = await ada.post(`notifications/${silent.id}/test/`)
    expect(unansweredReply.body).toMatchObject({ state: 'DEAD', status_code: null })
    expect((await ada.post(`notifications/${emptyNotification.id}/test/`)).status).toBe(400)
  })
})
