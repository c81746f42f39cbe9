import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findJobState } from '../../testing/find-job-state.ts'
import { drawPages } from './testing/draw-pages.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import type { TextClient } from './testing/text-client.ts'

type ReceivedCall = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: ReturnType<typeof JSON.parse>
}

let service: TextService
let client: TextClient
let receiver: Server
let receiverUrl: string
let receivedCalls: ReceivedCall[]
/** The next statuses of the receiver; 200 if empty. */
let answers: number[]

beforeAll(async () => {
  service = await startTextService({ env: { RECTO_INNER_ADDRESSES: 'on' } })
  client = service.client
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { url: path = '', headers } = request
    receivedCalls.push({ path, headers, text, body: JSON.parse(text) })
    response.writeHead(answers.shift() ?? 200, { 'retry-after': '0', location: '/ok' }).end('{}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  await service?.close()
  receiver?.close()
})
beforeEach(() => {
  receivedCalls = []
  answers = []
})

const native = { mode: 'native_text' }
let count = 0
const ownPage = () => drawPages([`Letter ${count++}`])
const path = '/whisper-manage-callback'
const write = (method: 'POST' | 'PUT', body: unknown) =>
  client.ask(method, path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const callWebhook = (method: 'GET' | 'DELETE', webhook_name: string) =>
  client.ask(method, path, { query: { webhook_name } })

describe('a registration', () => {
  test.each([
    ['no name', { url: 'x', auth_token: '' }, 'Webhook name not provided in JSON'],
    ['no url', { webhook_name: 'w', auth_token: '' }, 'Webhook URL not provided in JSON'],
    [
      'no token',
      { webhook_name: 'w', url: 'https://x.example' },
      'Webhook auth token not provided in JSON',
    ],
    ['nothing at all', {}, 'Webhook name not provided in JSON'],
  ])('with %s is refused', async (_, body, message) => {
    for (const method of ['POST', 'PUT'] as const) {
      expect(await write(method, body)).toMatchObject({ status: 400, body: { message } })
    }
  })

  test.each([
    ['answers 500', 500],
    ['answers 201', 201],
    ['redirects', 302],
  ])('of an address that %s is refused', async (_, status) => {
    answers = [status]
    const reply = await write('POST', { url: receiverUrl, auth_token: '', webhook_name: 'refused' })

    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(`responded with ${status}`)
    expect(receivedCalls).toHaveLength(1)
    expect((await callWebhook('GET', 'refused')).status).toBe(404)
  })

  test.each(['http://127.0.0.1:1/', 'http://169.254.169.254/', 'http://no-such-host.invalid/'])(
    'of %s, which cannot be reached, is refused',
    async (url) => {
      const reply = await write('POST', { url, auth_token: '', webhook_name: 'refused' })

      expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(/\S/) } })
    },
  )

  test('is tested with a payload that says so, and with the token', async () => {
    await write('POST', { url: `${receiverUrl}/ok`, auth_token: 'tok', webhook_name: 'tested' })

    expect(receivedCalls.map(({ body }) => body)).toEqual([
      {
        payload_status: { status: 'test', message: 'Testing webhook' },
        line_metadata: [],
        confidence_metadata: [],
        result_text: 'WEBHOOK_TEST',
        metadata: {},
      },
    ])
    expect(receivedCalls[0]?.headers).toMatchObject({
      authorization: 'Bearer tok',
      'content-type': 'application/json',
    })
  })
})

describe('a webhook', () => {
  test('[C0-17] that is not there is 404 by every method that needs one', async () => {
    const fields = { url: receiverUrl, auth_token: '', webhook_name: 'nobody' }
    const replies = [
      await callWebhook('GET', 'nobody'),
      await callWebhook('DELETE', 'nobody'),
      await write('PUT', fields),
    ]

    for (const one of replies) {
      expect(one.status).toBe(404)
      expect(one.body).toEqual({ message: 'Webhook details not found' })
    }
    expect(receivedCalls).toEqual([])
  })

  test('[C0-18] [C0-19] is made, shown, changed and deleted with exactly these words', async () => {
    const fields = { url: `${receiverUrl}/a`, auth_token: '', webhook_name: 'books' }
    const createdReply = await write('POST', fields)
    const shownReply = await callWebhook('GET', 'books')
    const changedReply = await write('PUT', { ...fields, url: `${receiverUrl}/b`, auth_token: 't' })
    const shownAgain = await callWebhook('GET', 'books')
    const deletedReply = await callWebhook('DELETE', 'books')
    const missingReply = await callWebhook('GET', 'books')

    expect([createdReply.status, createdReply.body]).toEqual([
      201,
      { message: 'Webhook created successfully' },
    ])
    expect([shownReply.status, shownReply.body]).toEqual([200, fields])
    expect([changedReply.status, changedReply.body]).toEqual([
      200,
      { message: 'Webhook updated successfully' },
    ])
    expect(shownAgain.body).toEqual({ ...fields, url: `${receiverUrl}/b`, auth_token: 't' })
    expect([deletedReply.status, deletedReply.body]).toEqual([
      200,
      { message: 'Webhook deleted successfully' },
    ])
    expect(missingReply.status).toBe(404)
  })

  test('[C0-25] that is registered again has the new values, so a repeated request does no harm', async () => {
    const fields = { url: `${receiverUrl}/1`, auth_token: 'one', webhook_name: 'twice' }
    await write('POST', fields)
    const repeatedReply = await write('POST', { ...fields, url: `${receiverUrl}/2` })

    expect([repeatedReply.status, repeatedReply.body]).toEqual([
      201,
      { message: 'Webhook created successfully' },
    ])
    expect((await callWebhook('GET', 'twice')).body.url).toBe(`${receiverUrl}/2`)
  })

  test('of another organization has the same name and is another', async () => {
    const rival = await service.of('rival')
    await write('POST', { url: `${receiverUrl}/ours`, auth_token: 'ours', webhook_name: 'shared' })
    const otherReply = await rival.ask('GET', path, { query: { webhook_name: 'shared' } })
    const deletedReply = await rival.ask('DELETE', path, { query: { webhook_name: 'shared' } })

    expect([otherReply.status, deletedReply.status]).toEqual([404, 404])
    expect((await callWebhook('GET', 'shared')).body.auth_token).toBe('ours')
  })

  test('keeps its token sealed', async () => {
    await write('POST', { url: receiverUrl, auth_token: 'very secret', webhook_name: 'sealed' })
    const { db } = service.server.ctx
    const rows = await db.selectFrom('text_webhook').selectAll().execute()

    expect(JSON.stringify(rows)).not.toContain('very secret')
  })
})

describe('a delivery', () => {
  async function register(name: string, auth_token: string): Promise<void> {
    await write('POST', { url: `${receiverUrl}/${name}`, auth_token, webhook_name: name })
    receivedCalls = []
  }
  const statusOf = async (hash: string) =>
    (await client.ask('GET', '/whisper-status', { query: { whisper_hash: hash } })).body.status
  const deliveries = (number: number) => expect.poll(() => receivedCalls).toHaveLength(number)

  test('carries the text, the caller’s own words, the token and a signature of the body', async () => {
    await register('signed', 's3cret')
    const hash = await client.upload(await drawPages(['To be delivered']), {
      ...native,
      use_webhook: 'signed',
      webhook_metadata: 'order 7',
    })
    await deliveries(1)
    const [{ headers, body, text }] = receivedCalls as [ReceivedCall]

    expect(body).toEqual({
      payload_status: { status: 'success', message: '', whisper_hash: hash },
      result_text: '\n\nTo be delivered \n\n<<<\f',
      confidence_metadata: expect.any(Array),
      line_metadata: [],
      metadata: {},
      webhook_metadata: 'order 7',
    })
    expect(headers.authorization).toBe('Bearer s3cret')
    expect(headers['x-recto-signature']).toBe(
      `sha256=${createHmac('sha256', 's3cret').update(text).digest('hex')}`,
    )
    await expect.poll(() => statusOf(hash)).toBe('retrieved')
    const fetchedReply = await client.ask('GET', '/whisper-retrieve', {
      query: { whisper_hash: hash },
    })
    expect(fetchedReply.body).toEqual({ message: 'Whisper already delivered' })
  })

  test('without a token proves nothing', async () => {
    await register('open', '')
    await client.upload(await ownPage(), { ...native, use_webhook: 'open' })
    await deliveries(1)

    expect(receivedCalls[0]?.headers).not.toHaveProperty('authorization')
    expect(receivedCalls[0]?.headers).not.toHaveProperty('x-recto-signature')
  })

  test('is tried again until it is taken', async () => {
    await register('shaky', '')
    answers = [500, 503]
    const hash = await client.upload(await ownPage(), { ...native, use_webhook: 'shaky' })
    await deliveries(3)

    expect(new Set(receivedCalls.map(({ text }) => text)).size).toBe(1)
    await expect.poll(() => statusOf(hash)).toBe('retrieved')
  })

  test('that is refused four times is given up, and the text waits to be fetched', async () => {
    await register('down', '')
    answers = [500, 500, 500, 500]
    const hash = await client.upload(await ownPage(), { ...native, use_webhook: 'down' })
    await deliveries(4)
    await expect
      .poll(async () => {
        const { id } = await service.server.ctx.db
          .selectFrom('text_job')
          .select('id')
          .where('whisper_hash', '=', hash)
          .executeTakeFirstOrThrow()
        return findJobState(service.server.ctx, `deliver-webhook:${id}`)
      })
      .toBe('failed')
    const fetchedReply = await client.ask('GET', '/whisper-retrieve', {
      query: { whisper_hash: hash },
    })

    expect(receivedCalls).toHaveLength(4)
    expect(fetchedReply.status).toBe(200)
    expect(fetchedReply.body.result_text).toMatch(/Letter/)
  })

  test('of a document that could not be read says so', async () => {
    await register('failures', '')
    const hash = await client.upload('%PDF-1.7 no more', { ...native, use_webhook: 'failures' })
    await deliveries(1)

    expect(receivedCalls[0]?.body).toMatchObject({
      payload_status: { status: 'error', message: expect.stringMatching(/\S/), whisper_hash: hash },
      result_text: '',
    })
  })

  test('[C0-25] is made once for an upload that was repeated', async () => {
    await register('once', '')
    const bytes = await ownPage()
    const options = { ...native, use_webhook: 'once' }
    const hash = await client.upload(bytes, options)
    await deliveries(1)
    const repeatedHash = await client.upload(bytes, options)
    await expect.poll(() => statusOf(hash)).toBe('retrieved')

    expect(repeatedHash).toBe(hash)
    expect(receivedCalls).toHaveLength(1)
  })
})
