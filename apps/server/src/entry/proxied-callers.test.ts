import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import process from 'node:process'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../testing/start-server.ts'

/**
 * A server that listens for this machine only, with a proxy in front that others reach it by. The
 * proxy connects from this machine, and may say nothing of whom it speaks for.
 */

let server: TestServer

beforeAll(async () => {
  server = await startServer({ env: { RECTO_SIGN_UP: '' } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.ctx.db.deleteFrom('simple_use').execute()
  await server.ctx.db.deleteFrom('sign_in_attempt').execute()
})

type Request = {
  readonly line: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly version?: '1.0' | '1.1'
}

/** Sends exactly these headers, and returns the status and the body. */
async function send(
  target: TestServer,
  { line, body, headers = {}, version = '1.1' }: Request,
): Promise<{ readonly status: number; readonly body: string }> {
  const { hostname, port, host } = new URL(target.origin)
  const content = body ? JSON.stringify(body) : ''
  const all = {
    host,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(content)),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  socket.write(`${line} HTTP/${version}\r\n${head.join('')}\r\n${content}`)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const [top = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(top.split(' ')[1]), body: rest.join('\r\n\r\n') }
}

let people = 0
const signUp = () => ({
  line: 'POST /api/v1/signup',
  body: { email: `person${++people}@p${people}.example.org`, password: 'four words make one' },
})
const visit = () => ({ line: 'POST /api/v1/sps/', body: { tool_name: 'Invoices' } })
const readMetrics = () => ({ line: 'GET /metrics' })

type Variation = Pick<Request, 'headers' | 'version'>

async function statusesOf(target: TestServer, variation: Variation): Promise<number[]> {
  const requests = [signUp(), visit(), readMetrics()]
  const replies = await Promise.all(requests.map((one) => send(target, { ...one, ...variation })))
  return replies.map(({ status }) => status)
}

const accessOf = async (target: TestServer, variation: Variation) => {
  const { body } = await send(target, { line: 'GET /api/v1/access', ...variation })
  const { sign_up, has_simple_studio } = JSON.parse(body)
  return { sign_up, has_simple_studio }
}

const variations: readonly (readonly [string, Variation])[] = [
  ['names the public host', { headers: { host: 'recto.example.org' } }],
  [
    'names a host that begins like an address of this machine',
    { headers: { host: '127.0.0.1.example.org' } },
  ],
  ['says for whom it speaks', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['says so with an empty header', { headers: { 'x-forwarded-for': '' } }],
  ['says how it was addressed', { headers: { 'x-forwarded-host': 'recto.example.org' } }],
  ['sends the standard header', { headers: { forwarded: 'for=203.0.113.9' } }],
  ['names itself', { headers: { via: '1.1 proxy' } }],
  ['sends the header that nginx is configured with', { headers: { 'x-real-ip': '203.0.113.9' } }],
  ['speaks as nginx does by default', { version: '1.0' }],
]

describe('nothing that is meant for this machine is open to a caller whose proxy', () => {
  test.each(variations)('%s', async (_, variation) => {
    expect(await statusesOf(server, variation)).toEqual([403, 501, 404])
    expect(await accessOf(server, variation)).toEqual({
      sign_up: 'invited',
      has_simple_studio: false,
    })
  })

  test('passes on the headers of a browser alone', async () => {
    const publicPage = 'https://recto.example.org'
    for (const headers of [
      { origin: publicPage },
      { referer: `${publicPage}/landing` },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      const statuses = await statusesOf(server, { headers })
      expect(statuses.map((status) => status >= 400)).toEqual([true, true, true])
      expect(await accessOf(server, { headers })).toMatchObject({ sign_up: 'invited' })
    }
  })

  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'sends what a program on this machine would send, and runs as another user',
    async () => {
      const script = `fetch('${server.origin}/metrics').then(({ status }) => console.log(status))`

      expect(await runAs(0, script)).toBe('200')
      expect(await runAs(65_534, script)).toBe('404')
    },
  )
})

/** Runs a script as another user, and returns what it prints. */
async function runAs(uid: number, script: string): Promise<string> {
  const child = spawn(process.execPath, ['-e', script], { uid, gid: uid, cwd: '/' })
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString().trim()
}

describe('what is meant for this machine is open to', () => {
  test.each([
    ['a program', {}],
    ['a browser', { headers: { 'sec-fetch-site': 'same-origin' } }],
    ['a browser that uses the name of this machine', { headers: { host: 'localhost:8000' } }],
    [
      'a page that is developed',
      { headers: { host: 'localhost:5173', origin: 'http://localhost:5173' } },
    ],
  ] as const)('%s', async (_, variation) => {
    expect(await statusesOf(server, variation)).toEqual([201, 201, 200])
    expect(await accessOf(server, variation)).toEqual({ sign_up: 'open', has_simple_studio: true })
  })

  test('everybody, where the settings say so', async () => {
    await using open = await startOpen()
    const headers = { host: 'recto.example.org', 'x-forwarded-for': '203.0.113.9' }

    expect(await statusesOf(open, { headers })).toEqual([201, 201, 404])
  })
})

async function startOpen() {
  const open = await startServer({ beside: server, env: { RECTO_SIGN_UP: 'open' } })
  return { ...open, [Symbol.asyncDispose]: () => open.close() }
}
