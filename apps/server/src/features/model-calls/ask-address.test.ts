import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { askAddress } from './ask-address.ts'
import { type CallContext, runStep } from './call-context.ts'

let server: TestServer
let strict: TestServer
let addressServer: Server
let address: string
let tenant: Tenant
const requests: { readonly body: string; readonly type: string | undefined }[] = []

const answers: Readonly<Record<string, Answer>> = {
  '/moved': { head: [302, { location: '/' }] },
  '/broken': { head: [503] },
  '/large': { head: [200], body: Buffer.alloc(10_000_000, 'x') },
  '/json': { head: [200], body: '{ "rate": 1.08,\n "of": [] }' },
  '/quoted': { head: [200], body: '"plain"' },
}
type Answer = {
  readonly head: [number, Record<string, string>?]
  readonly body?: string | Buffer
}

beforeAll(async () => {
  addressServer = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url === '/silent') return
    requests.push({ body, type: request.headers['content-type'] })
    const answer = answers[request.url ?? '']
    if (answer) return void response.writeHead(...answer.head).end(answer.body)
    response.end(` ${body} as text\n`)
  })
  await new Promise<void>((resolve) => addressServer.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(addressServer.address() as AddressInfo).port}`
  server = await startServer({ env: { RECTO_INNER_ADDRESSES: 'on' } })
  strict = await startServer({ env: { RECTO_INNER_ADDRESSES: 'off' } })
  const { db } = server.ctx
  const home = db.selectFrom('organization').select('id').where('slug', '=', 'recto')
  tenant = { db, organizationId: (await home.executeTakeFirstOrThrow()).id }
})
afterAll(async () => {
  addressServer.closeAllConnections()
  addressServer.close()
  await Promise.all([server?.close(), strict?.close()])
})

const callsOf = (overrides: Partial<CallContext> = {}): CallContext => ({
  runId: 'run',
  callKeyPrefix: randomUUID(),
  step: runStep,
  claims: server.ctx.claims,
  masking: undefined,
  ...overrides,
})
const ask = (path: string, calls = callsOf(), url = `${address}${path}`, ctx = server.ctx) => {
  const limits = { bytes: 1_000_000, seconds: path === '/silent' ? 0.2 : 30 }
  return askAddress(ctx, tenant, calls, { url, value: '41.5', step: 'total/address/1', limits })
}

test('rejects an address that redirects, fails, replies too much or not at all, with the reason', async () => {
  await expect(ask('/moved')).rejects.toThrow(/redirects are not followed/)
  await expect(ask('/broken')).rejects.toThrow(/responded with 503/)
  await expect(ask('/large')).rejects.toThrow(/larger than 1000000 bytes/)
  await expect(ask('/silent')).rejects.toThrow(/did not respond within 0.2 seconds/)
  await expect(ask('', callsOf(), 'https://')).rejects.toThrow(/is not a valid address/)
  await expect(ask('', callsOf(), 'http://127.0.0.1:1/')).rejects.toThrow(/the call failed/)
  await expect(ask('/', callsOf(), `${address}/`, strict.ctx)).rejects.toThrow(/not allowed/)
})

test('sends the value as plain text, and returns JSON compacted and without quotes', async () => {
  expect(await ask('/')).toBe('41.5 as text')
  expect(requests.at(-1)).toEqual({ body: '41.5', type: 'text/plain; charset=utf-8' })
  expect(await ask('/json')).toBe('{"rate":1.08,"of":[]}')
  expect(await ask('/quoted')).toBe('plain')
})

test('sends once per run, also when the run is repeated', async () => {
  const calls = callsOf({ isFirstRun: true })
  const requestsBefore = requests.length
  await ask('/', calls)
  expect(await ask('/', { ...calls, isFirstRun: false })).toBe('41.5 as text')
  expect(requests.length).toBe(requestsBefore + 1)
  await ask('/')
  expect(requests.length).toBe(requestsBefore + 2)
})

test('does not wait for an address once the run is aborted', async () => {
  const reason = new Error('stopped')
  await expect(ask('/silent', callsOf({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
})
