import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Line, openLine } from '../testing/open-line.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'

let server: TestServer
let lines: Line[] = []

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())
afterEach(() => {
  for (const { socket } of lines) socket.disconnect()
  lines = []
})

function connect(...given: Parameters<typeof openLine>): Line {
  const line = openLine(...given)
  lines.push(line)
  return line
}
const signIn = async () => {
  const { person } = await server.signIn('admin', adminPassword)
  return { person, cookies: await person.cookies() }
}
const byServer = 'io server disconnect'

test('[RT-004] a socket without a session, or with a cookie that nobody was given, is disconnected for good', async () => {
  expect(await connect(server.origin).ended).toBe(byServer)
  const forged = { cookies: { sessionid: 'A'.repeat(43) } }
  expect(await connect(server.origin, forged).ended).toBe(byServer)
})

test('a page of another site opens no socket with the cookie of a browser', async () => {
  const { cookies } = await signIn()
  for (const origin of ['https://evil.example', 'null', `${server.origin}.evil.example`]) {
    const line = connect(server.origin, { cookies, headers: { origin } })
    expect(await line.ended).not.toBe(byServer)
    expect(line.socket.connected).toBe(false)
  }
  const ours = connect(server.origin, { cookies, headers: { origin: server.origin } })
  await ours.opened
})

test('there is no other transport, and the address is one like all others', async () => {
  const { person } = await signIn()
  const polling = '/api/v1/socket/?EIO=4&transport=polling'

  const refused = await server.anonymous.get(polling)
  expect(refused).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
  const told = await person.get(polling)
  expect(told.status).toBe(400)
  expect(told.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect((await person.get('/api/v1/socket/socket.io.js')).status).toBe(404)
})

test('an upgrade that is not for sockets is answered as the request that it is', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    request(`${server.origin}/health`, { headers }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})

test('[RT-002] a socket ends with its session, whoever ends it', async () => {
  const first = await signIn()
  const second = await signIn()
  const [one, other] = [
    connect(server.origin, { cookies: first.cookies }),
    connect(server.origin, { cookies: second.cookies }),
  ]
  await Promise.all([one.opened, other.opened])

  await first.person.get('/api/v1/logout')
  expect(await one.ended).toBe(byServer)
  expect(other.socket.connected).toBe(true)

  const { sessionid } = second.cookies
  expect(sessionid).toBeDefined()
  await server.ctx.db.deleteFrom('web_session').execute()
  expect(await other.ended).toBe(byServer)
})

test('who says something, or opens more than a browser would, is cut off', async () => {
  const { cookies } = await signIn()
  const talking = connect(server.origin, { cookies })
  await talking.opened
  talking.socket.emit('hello')
  expect(await talking.ended).toBe(byServer)

  const loud = connect(server.origin, { cookies })
  await loud.opened
  loud.socket.emit('hello', 'x'.repeat(20_000))
  expect(await loud.ended).toBe('transport close')

  const many = Array.from({ length: 22 }, () => connect(server.origin, { cookies }))
  const cut = await Promise.race(many.map(({ ended }) => ended))
  expect(cut).toBe(byServer)
})

test('a socket does not keep a session in use that nobody uses', async () => {
  const { cookies } = await signIn()
  const long = new Date(Date.now() - 600_000)
  await server.ctx.db.updateTable('web_session').set({ seen_at: long }).execute()
  const line = connect(server.origin, { cookies })
  await line.opened
  const sessions = await server.ctx.db.selectFrom('web_session').select('seen_at').execute()
  expect(sessions.map(({ seen_at }) => Number(seen_at))).toContain(Number(long))
})
