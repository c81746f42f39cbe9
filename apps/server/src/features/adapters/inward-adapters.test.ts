import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const secret = 'what an inner service keeps'
const requestedPaths: string[] = []
let inner: Server
let address: string
let usual: TestServer
let closedServer: TestServer

beforeAll(async () => {
  inner = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    if (request.url === '/secret') return response.end(JSON.stringify({ error: secret }))
    if (request.url?.startsWith('/moved')) {
      return response.writeHead(307, { location: '/secret' }).end(secret)
    }
    response.writeHead(404).end(`<p>${secret}</p>`)
  })
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`
  ;[usual, closedServer] = await Promise.all([
    startServer(),
    startServer({ env: { RECTO_INNER_ADDRESSES: 'off' } }),
  ])
})
afterAll(async () => {
  inner.close()
  await Promise.all([usual?.close(), closedServer?.close()])
})

const ids = [
  ['openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09', 'api_base'],
  ['ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276', 'base_url'],
] as const

const tryAdapter = (server: TestServer, [id, field]: readonly [string, string], base: string) =>
  server.as('admin').post('test_adapters/', {
    adapter_id: id,
    adapter_type: 'LLM',
    adapter_metadata: { adapter_name: 'Odd', [field]: base, api_key: 'sk-1', model: 'odd' },
  })

test.each(ids)('the test of %s follows no redirect and shows no body', async (id, field) => {
  requestedPaths.length = 0
  const movedReply = await tryAdapter(usual, [id, field], `${address}/moved`)
  const wrong = await tryAdapter(usual, [id, field], `${address}/nothing`)

  expect(movedReply.status).toBeGreaterThanOrEqual(400)
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  expect(requestedPaths.length).toBeGreaterThan(0)
  expect(requestedPaths).not.toContain('/secret')
  expect(JSON.stringify([movedReply.body, wrong.body])).not.toContain(secret)
})

test.each(ids)('%s reaches nothing inside where that is switched off', async (id, field) => {
  requestedPaths.length = 0
  const refusedReply = await tryAdapter(closedServer, [id, field], address)

  expect(refusedReply.body.errors[0].detail).toContain('Requests to 127.0.0.1 are not allowed')
  expect(requestedPaths).toEqual([])
})

test('nothing reaches where a cloud machine keeps its credentials, whatever is switched on', async () => {
  const refusedReply = await tryAdapter(usual, ids[0], 'http://169.254.169.254/v1')

  expect(refusedReply.body.errors[0].detail).toContain(
    'Requests to 169.254.169.254 are not allowed',
  )
})
