import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RefusedAddressError } from './checked-lookup.ts'
import { isForbiddenAddress } from './forbidden-address.ts'
import { openOutboundConnect } from './outbound-connect.ts'
import { openOutboundFetch } from './outbound-fetch.ts'

const limits = { bytes: 100_000, seconds: 60 }

let server: Server
let port: number

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/elsewhere') return response.writeHead(302, { location: '/' }).end()
    if (request.url === '/endless') return void endless(response)
    if (request.url === '/bit-by-bit') {
      response.setHeader('content-type', 'text/event-stream').write('data: 1\n\n')
      return
    }
    const replyText = request.method === 'POST' ? await text(request) : 'hello'
    response.setHeader('x-type', request.headers['content-type'] ?? '').end(replyText)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => server.close())

test.each([
  '169.254.169.254',
  'fe80::1',
  '::ffff:169.254.169.254',
  '0.0.0.0',
  '::',
  '::7f00:1',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '100.100.100.200',
  '::ffff:100.100.100.200',
  'fd00:ec2::254',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '::ffff:0:127.0.0.1',
  '::a00:1',
  '::808:808',
  '4000::1',
])('nothing goes to %s', (address) => {
  expect(isForbiddenAddress(address, true)).toBe(true)
  expect(isForbiddenAddress(address, false)).toBe(true)
})

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  'fd12::1',
  '::ffff:10.0.0.1',
])('%s is reached only where inner addresses are allowed', (address) => {
  expect(isForbiddenAddress(address, true)).toBe(false)
  expect(isForbiddenAddress(address, false)).toBe(true)
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '::ffff:8.8.8.8', '2606:4700::1111'])(
  '%s is reached',
  (address) => {
    expect(isForbiddenAddress(address, true)).toBe(false)
    expect(isForbiddenAddress(address, false)).toBe(false)
  },
)

test('refuses forbidden addresses and names that resolve to them', async () => {
  const strict = openOutboundFetch({ allowsPrivate: false })
  const post = { method: 'POST', body: 'hello' }
  const outcomes = await Promise.allSettled([
    strict.fetch(`http://127.0.0.1:${port}/`),
    strict.fetch(`http://localhost:${port}/`),
    strict.fetch(new Request(`http://127.0.0.1:${port}/`)),
    strict.fetch(`http://2130706433:${port}/`),
    strict.fetch('http://[::ffff:169.254.169.254]/'),
    strict.fetch(`http://127.0.0.1:${port}/`, post),
    strict.fetch(`http://localhost:${port}/`, post),
    strict.fetch(`http://[::1]:${port}/`, { ...post, redirect: 'follow' }),
  ])
  await strict.close()

  for (const one of outcomes) {
    expect(one.status === 'rejected' && one.reason).toBeInstanceOf(RefusedAddressError)
  }
})

test('opens no connection to forbidden addresses or names that resolve to them', async () => {
  const strict = openOutboundConnect({ allowsPrivate: false })
  const outcomes = await Promise.allSettled([
    strict({ host: '127.0.0.1', port }),
    strict({ host: 'localhost', port }),
    strict({ host: '[::1]', port }),
    openOutboundConnect({ allowsPrivate: true })({ host: '169.254.169.254', port }),
  ])
  const socket = await openOutboundConnect({ allowsPrivate: true })({ host: 'localhost', port })
  socket.destroy()

  for (const one of outcomes) {
    expect(one.status === 'rejected' && one.reason).toBeInstanceOf(RefusedAddressError)
  }
})

test('follows no redirect, however the request is made', async () => {
  const open = openOutboundFetch({ allowsPrivate: true })
  const address = `http://localhost:${port}/elsewhere`
  const answers = await Promise.all([
    open.fetch(address),
    open.fetch(address, { redirect: 'follow' }),
    open.fetch(new Request(address)),
    open.fetch(address, { method: 'POST', body: new Uint8Array([1]) }),
    open.fetch(address, { method: 'POST', body: 'text' }),
    open.fetch(address, { method: 'POST', body: 'text', redirect: 'follow' }),
  ])
  const redirects = answers.map(({ status, headers }) => [status, headers.get('location')])
  await open.close()

  expect(redirects).toEqual(answers.map(() => [302, '/']))
})

test('reaches a local server if private addresses are allowed', async () => {
  const open = openOutboundFetch({ allowsPrivate: true })
  const answers = await Promise.all([
    open.fetch(`http://127.0.0.1:${port}/`),
    open.fetch(`http://localhost:${port}/`),
  ])
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  await open.close()

  expect(texts).toEqual(['hello', 'hello'])
})

test('sends a text and receives the whole response, follows no redirect, and ends with its signal', async () => {
  const open = openOutboundFetch({ allowsPrivate: true })
  const send = (path: string, init: RequestInit) =>
    open.fetch(`http://localhost:${port}${path}`, { method: 'POST', body: '{"n":1}', ...init })

  const answer = await send('/', { headers: { 'content-type': 'application/json' } })
  const redirect = await send('/elsewhere', {})
  const abortError = await send('/', { signal: AbortSignal.abort(new Error('stopped')) }).catch(
    (error: Error) => error.message,
  )
  const body = await answer.json()
  await open.close()

  expect(body).toEqual({ n: 1 })
  expect(answer.headers.get('x-type')).toBe('application/json')
  expect(redirect.status).toBe(302)
  expect(abortError).toBe('stopped')
})

test('streams a response before it is complete, and ends with its signal', async () => {
  const open = openOutboundFetch({ allowsPrivate: true })
  const controller = new AbortController()
  const { signal } = controller
  const init = { method: 'POST', body: '{}', signal }

  const { body } = await open.fetch(`http://localhost:${port}/bit-by-bit`, init)
  const reader = body?.getReader()
  const first = new TextDecoder().decode((await reader?.read())?.value)
  controller.abort(new Error('stopped'))
  const readError = await reader?.read().catch((error: Error) => error.message)
  await open.close()

  expect([first, readError]).toEqual(['data: 1\n\n', 'stopped'])
})

test('ends a response that exceeds the size limit', async () => {
  const open = openOutboundFetch({ allowsPrivate: true, limits })
  const answer = await open.fetch(`http://localhost:${port}/endless`)
  const outcome = await answer.text().catch((error: Error) => error.message)
  const short = await open.fetch(`http://localhost:${port}/`)
  const text = await short.text()
  await open.close()

  expect(outcome).toBe('The response is larger than 100000 bytes.')
  expect([text, short.url]).toEqual(['hello', `http://localhost:${port}/`])
})

test('ends a response that takes too long, whether the request is a text or not', async () => {
  const open = openOutboundFetch({ allowsPrivate: true, limits: { bytes: Infinity, seconds: 0.2 } })
  const late = await Promise.all(
    [{}, { method: 'POST', body: 'x' }].map((init) =>
      open
        .fetch(`http://localhost:${port}/endless`, init)
        .then((answer) => answer.text())
        .catch((error: Error) => error.name),
    ),
  )
  await open.close()

  expect(late).toEqual(['TimeoutError', 'TimeoutError'])
})

/** Sends as fast as the client reads, until it stops. */
function endless(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(1000)));
    if (!response.destroyed) response.once('drain', write)
  }
  write()
}
