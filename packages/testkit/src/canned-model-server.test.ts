import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CannedModelServer, startCannedModelServer } from './canned-model-server.ts'

let server: CannedModelServer
beforeAll(async () => {
  server = await startCannedModelServer({ reply: 'one two three' })
})
afterAll(() => server.close())

const request = globalThis.fetch

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  request(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

const messages = [
  { role: 'system', content: 'You count.' },
  { role: 'user', content: [{ type: 'text', text: 'Count to three.' }] },
]

/** The request of each protocol, and the position of the reply, whole and streamed. */
const chats = [
  {
    path: '/v1/chat/completions',
    body: { model: 'm', messages },
    whole: ['choices', 0, 'message', 'content'],
    piece: ['choices', 0, 'delta', 'content'],
  },
  {
    path: '/v1/responses',
    body: { model: 'm', input: messages },
    whole: ['output', 0, 'content', 0, 'text'],
    piece: ['delta'],
  },
  {
    path: '/v1/messages',
    body: { model: 'm', system: 'You count.', messages: messages.slice(1) },
    whole: ['content', 0, 'text'],
    piece: ['delta', 'text'],
  },
  {
    path: '/api/chat',
    body: { model: 'm', messages },
    whole: ['message', 'content'],
    piece: ['message', 'content'],
  },
] as const

const valueAt = (json: unknown, place: readonly (string | number)[]): unknown =>
  place.reduce((value, key) => (value as Record<string | number, unknown>)?.[key], json)

test.each(chats)('$path answers whole and in pieces', async ({ path, body, whole, piece }) => {
  const plain = await (await post(path, { ...body, stream: false })).json()
  const streamedText = await (await post(path, { ...body, stream: true })).text()

  const events = streamedText
    .split('\n')
    .map((line) => line.replace(/^data: /, ''))
    .filter((line) => line.startsWith('{'))
    .map((line) => valueAt(JSON.parse(line), piece) ?? '')

  expect(valueAt(plain, whole)).toBe('one two three')
  expect(events.join('')).toBe('one two three')
  expect(server.requests.at(-1)?.call).toMatchObject({
    model: 'm',
    system: 'You count.',
    prompt: 'Count to three.',
    isStreaming: true,
  })
})

test('turns are taken one by one, and then everything is as usual', async () => {
  const body = { model: 'm', messages }
  server.script({ status: 429, retryAfterSeconds: 3 }, { reply: ({ prompt }) => `Said: ${prompt}` })

  const busy = await post('/v1/chat/completions', body)
  const echo = await (await post('/v1/chat/completions', body)).text()
  const usual = await (await post('/v1/chat/completions', body)).text()

  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '3'])
  expect(echo).toContain('Said: Count to three.')
  expect(usual).toContain('one two three')
})

test('without a scripted reply a schema is followed', async () => {
  await using plain = await startCannedModelServer()
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      total: { type: ['number', 'null'] },
      kind: { enum: ['a', 'b'] },
      lines: { type: 'array', items: {} },
      paid: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    },
  }
  const body = { model: 'm', messages, stream: false, format: schema }

  const reply = await request(`${plain.url}/api/chat`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const { message } = (await reply.json()) as { message: { content: string } }

  expect(JSON.parse(message.content)).toEqual({
    name: 'canned',
    total: null,
    kind: 'a',
    lines: [],
    paid: null,
  })
})

test('texts that share words have vectors that lie closer', async () => {
  const input = ['net total', 'total net amount', 'grey cat']
  const reply = await (await post('/v1/embeddings', { model: 'm', input })).json()
  const [a, b, c] = (reply as { data: { embedding: number[] }[] }).data.map((one) => one.embedding)
  const closeness = (x: number[], y: number[]) => x.reduce((sum, v, i) => sum + v * y[i]!, 0)

  expect(closeness(a!, b!)).toBeGreaterThan(closeness(a!, c!))
})

test('the log keeps idempotency keys and hides secret ones', async () => {
  const headers = { 'Idempotency-Key': 'run-1', authorization: 'Bearer sk-hidden' }

  await post('/v1/chat/completions', { model: 'm', messages }, headers)

  expect(server.requests.at(-1)).toMatchObject({ idempotencyKey: 'run-1' })
  expect(JSON.stringify(server.requests)).not.toContain('sk-hidden')
})

test('as a process of its own it logs each request when it comes and when it ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canned-'))
  const log = join(folder, 'log.jsonl')
  const main = fileURLToPath(new URL('./run-canned-model-server.ts', import.meta.url))
  const child = spawn(process.execPath, [main, '--log', log, '--reply', 'fixed', '--latency', '1'])
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]

  const body = JSON.stringify({ model: 'm', messages })
  const headers = { 'Idempotency-Key': 'run-2' }
  const reply = await request(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
  const text = await reply.text()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  const lines = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  await rm(folder, { recursive: true })

  expect(text).toContain('fixed')
  expect(code).toBe(0)
  expect(lines).toMatchObject([
    { event: 'received', id: 1, idempotencyKey: 'run-2', model: 'm' },
    { event: 'ended', id: 1, idempotencyKey: 'run-2', status: 200, outcome: 'replied' },
  ])
})

type KeptResponse = { readonly id: string; readonly status: string }
const jsonOf = async (response: Response) => (await response.json()) as KeptResponse

test('a call in background mode goes on when nobody listens, can be fetched and cancelled, and is forgotten when it is deleted', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  server.script({ until }, { until: new Promise(() => {}) })
  const body = { model: 'm', input: messages, background: true }
  const start = async () => jsonOf(await post('/v1/responses', body))
  const fetchKept = async (id: string) => jsonOf(await request(`${server.url}/v1/responses/${id}`))

  const { id, status } = await start()
  expect(status).toBe('in_progress')
  expect(await fetchKept(id)).toMatchObject({ status: 'in_progress', output: [] })
  goOn()
  await expect.poll(async () => (await fetchKept(id)).status).toBe('completed')
  expect(valueAt(await fetchKept(id), ['output', 0, 'content', 0, 'text'])).toBe('one two three')

  const otherResponse = await start()
  await post(`/v1/responses/${otherResponse.id}/cancel`, {})
  expect(await fetchKept(otherResponse.id)).toMatchObject({ status: 'cancelled', output: [] })

  await request(`${server.url}/v1/responses/${id}`, { method: 'DELETE' })
  expect((await request(`${server.url}/v1/responses/${id}`)).status).toBe(404)
})
