import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HttpConnector } from '@recto/provider-spec/http-connector'
import type { ProviderError } from '@recto/provider-spec/provider-error'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sayProof } from '../testing/say-proof.ts'
import { httpEndpoint } from './http-endpoint.ts'

sayProof(httpEndpoint, 'server of its protocol')

const secret = 'a secret for signatures'
const key = 'Bearer key-of-the-receiver'

let server: Server
let base: string
const receivedCalls: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    receivedCalls.push({ headers: request.headers, body: await text(request) })
    const path = request.url ?? ''
    if (path === '/silent') return
    const headers: Record<string, Record<string, string>> = {
      '/busy': { 'retry-after': '90' },
      '/later': { 'retry-after': inAnHour() },
      '/moved': { location: 'http://127.0.0.1/private' },
    }
    const statuses: Record<string, number> = {
      '/busy': 429,
      '/broken': 500,
      '/moved': 302,
      '/later': 503,
    }
    response.writeHead(statuses[path] ?? Number(path.slice(1)), headers[path])
    response.end(request.method === 'HEAD' ? undefined : `no: ${key} ${'x'.repeat(100_000)}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = (path: string, settings: Record<string, unknown> = {}): HttpConnector =>
  httpEndpoint.open(
    {
      url: `${base}${path}`,
      signing_secret: secret,
      header_name: 'X-Api-Key',
      header_secret: key,
      ...settings,
    },
    { fetch, connect: undefined as never, folders: [], accessToken: undefined as never },
  )

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString()

const call = { body: '{"total":1}', idempotencyKey: 'one', headers: { 'x-recto-item': '3' } }

test('sends a signed call with its key, and says how it was answered', async () => {
  expect(await open('/202').send(call)).toBe(202)

  const { headers, body } = receivedCalls.at(-1) ?? { headers: {}, body: '' }
  expect(body).toBe(call.body)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': 'one',
    'x-recto-item': '3',
    'x-api-key': key,
  })
  const timestamp = String(headers['x-recto-timestamp'])
  expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  expect(headers['x-recto-signature']).toBe(`sha256=${signature}`)
})

test.each([
  ['/busy', { code: 'rate-limited', status: 429, retryAfterSeconds: 90, isRetryable: true }],
  ['/broken', { code: 'unavailable', status: 500, isRetryable: true }],
  ['/400', { code: 'refused', status: 400, isRetryable: false }],
  ['/moved', { code: 'refused', status: 302, isRetryable: false }],
])(
  'an answer of %s is told without what it says, and may be repeated or not',
  async (path, failure) => {
    const error = await open(path)
      .send(call)
      .catch((reason: unknown) => reason)

    expect(error).toMatchObject(failure)
    expect(String(error)).not.toContain('xxx')
    expect(String(error)).not.toContain('key-of-the-receiver')
  },
)

test('says how long a receiver wants to be left alone, also if it names a time', async () => {
  const error = await open('/later')
    .send(call)
    .catch((reason: unknown) => reason)

  const { retryAfterSeconds = 0 } = error as ProviderError
  expect(Math.abs(retryAfterSeconds - 3600)).toBeLessThan(300)
})

test('a receiver that takes a call and never answers is left after the timeout', async () => {
  const error = await open('/silent', { timeout: 1 })
    .send(call)
    .catch((reason: unknown) => reason)

  expect(error).toMatchObject({ code: 'timed-out', isRetryable: true })
  expect(String(error)).toContain('did not answer within 1 s')
})

test('is tested without a call, and need not know another method', async () => {
  await open('/405').check()
  expect(receivedCalls.at(-1)?.headers['idempotency-key']).toBeUndefined()
  // Nothing of the test can be signed, and an address may know no method but POST.
  for (const path of ['/401', '/404', '/429']) await open(path).check()
  const withoutSecret = open('/401', { signing_secret: '' })
  await expect(withoutSecret.check()).rejects.toMatchObject({ code: 'unauthorised' })
  for (const path of ['/broken', '/moved']) await expect(open(path).check()).rejects.toThrow()
})

test('an address that users may not reach is not tried again', async () => {
  const refusal = Object.assign(new Error('Requests to 10.0.0.1 are not allowed.'), {
    name: 'RefusedAddressError',
  })
  const connector = httpEndpoint.open(
    { url: 'http://10.0.0.1/' },
    {
      fetch: () => Promise.reject(refusal),
      connect: undefined as never,
      folders: [],
      accessToken: undefined as never,
    },
  )
  await expect(connector.send(call)).rejects.toMatchObject({ code: 'refused', isRetryable: false })
})

test.each([
  ['Address', { url: 'ftp://example.com' }],
  ['Address', { url: 'https://user:password@example.com' }],
  ['Header', { header_name: 'X-Recto-Signature' }],
  ['Header', { header_name: 'a b' }],
  ['Timeout', { timeout: 0 }],
])('refuses settings and names the field %s: %j', (field, settings) => {
  expect(() => open('/200', settings)).toThrow(field)
})
