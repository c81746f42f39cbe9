import { request } from 'node:http'
import { ProjectNews, SessionMessage } from '@recto/contract/server/sockets'
import { panelLogLimits } from '@recto/contract/wire/limits'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { publishSessionMessages } from '../features/organizations/organizations.port.ts'
import { type Line, type LineOptions, openLine } from '../testing/open-line.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'
import { studioOf } from '../testing/studio.ts'

let server: TestServer
/** Another web process of the same installation. */
let otherServer: TestServer
let lines: Line[] = []

beforeAll(async () => {
  server = await startServer()
  otherServer = await startServer({ beside: server })
})
afterAll(async () => {
  await otherServer?.close()
  await server?.close()
})
afterEach(() => {
  for (const { socket } of lines) socket.disconnect()
  lines = []
})

function connect(origin: string, options?: LineOptions): Line {
  const line = openLine(origin, options)
  lines.push(line)
  return line
}
const signIn = async () => {
  const { person } = await server.signIn('admin', adminPassword)
  return { person, cookies: await person.cookies() }
}
const byServer = 'io server disconnect'

test('[RT-004] permanently disconnects a socket without a session or with a forged cookie', async () => {
  expect(await connect(server.origin).ended).toBe(byServer)
  const forgedCookies = { cookies: { sessionid: 'A'.repeat(43) } }
  expect(await connect(server.origin, forgedCookies).ended).toBe(byServer)
})

test('refuses a socket that a page of another site opens with a browser’s cookie', async () => {
  const { cookies } = await signIn()
  for (const origin of ['https://evil.example', 'null', `${server.origin}.evil.example`]) {
    const line = connect(server.origin, { cookies, headers: { origin } })
    expect(await line.ended).not.toBe(byServer)
    expect(line.socket.connected).toBe(false)
  }
  const ownSocket = connect(server.origin, { cookies, headers: { origin: server.origin } })
  await ownSocket.opened
})

test('offers no other transport, and its URL behaves like all others', async () => {
  const { person } = await signIn()
  const pollingPath = '/api/v1/socket/?EIO=4&transport=polling'

  const unauthorizedResponse = await server.anonymous.get(pollingPath)
  expect(unauthorizedResponse).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
  const response = await person.get(pollingPath)
  expect(response.status).toBe(400)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect((await person.get('/api/v1/socket/socket.io.js')).status).toBe(404)
})

test('answers other upgrade requests like ordinary requests', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    request(`${server.origin}/health`, { headers }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
})

test('[RT-002] closes a socket when its session ends, whoever ends it', async () => {
  const first = await signIn()
  const second = await signIn()
  const firstSocket = connect(server.origin, { cookies: first.cookies })
  const otherSocket = connect(server.origin, { cookies: second.cookies })
  await Promise.all([firstSocket.opened, otherSocket.opened])

  await first.person.get('/api/v1/logout')
  expect(await firstSocket.ended).toBe(byServer)
  expect(otherSocket.socket.connected).toBe(true)

  const { sessionid } = second.cookies
  expect(sessionid).toBeDefined()
  await server.ctx.db.deleteFrom('web_session').execute()
  expect(await otherSocket.ended).toBe(byServer)
})

test('disconnects a client that sends messages or opens too many sockets', async () => {
  const { cookies } = await signIn()
  const talkingSocket = connect(server.origin, { cookies })
  await talkingSocket.opened
  talkingSocket.socket.emit('hello')
  expect(await talkingSocket.ended).toBe(byServer)

  const loud = connect(server.origin, { cookies })
  await loud.opened
  loud.socket.emit('hello', 'x'.repeat(20_000))
  expect(await loud.ended).toBe('transport close')

  const sockets = Array.from({ length: 22 }, () => connect(server.origin, { cookies }))
  const cut = await Promise.race(sockets.map(({ ended: endPromise }) => endPromise))
  expect(cut).toBe(byServer)
})

test('an open socket does not keep an idle session alive', async () => {
  const { cookies } = await signIn()
  const long = new Date(Date.now() - 600_000)
  await server.ctx.db.updateTable('web_session').set({ seen_at: long }).execute()
  const line = connect(server.origin, { cookies })
  await line.opened
  const sessions = await server.ctx.db.selectFrom('web_session').select('seen_at').execute()
  expect(sessions.map(({ seen_at }) => Number(seen_at))).toContain(Number(long))
})

type Body = Readonly<Record<string, unknown>>

/** A signed-in browser with a socket, and the log channel of its session. */
async function browserAt(origin: string) {
  const { person, cookies } = await signIn()
  const line = connect(origin, { cookies })
  await line.opened
  const { body } = await person.post('/api/v1/organization/recto/set')
  const session: string = body.log_events_id
  const listReceived = (): Body[] => line.told(`logs:${session}`) as Body[]
  const listStored = async (): Promise<Body[]> => (await person.get('logs/')).body.data
  return { person, line, session, heard: listReceived, kept: listStored }
}

const tenantOf = async ({ ctx: { db } }: TestServer, slug = 'recto') => {
  const { id } = await db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return { db, organizationId: id }
}

const id = '00000000-0000-4000-8000-000000000000'
const ofExecution = { execution_id: id, organization_id: 'recto', file_execution_id: id }
const noCost = { cost_type: null, cost_units: null, cost_value: null }
const createMessage = (timestamp: number, message: string): SessionMessage => ({
  timestamp,
  type: 'LOG',
  service: 'prompt',
  component: { tool_id: id, run_id: 'run', prompt_id: id, prompt_key: 'total', doc_name: 'a.pdf' },
  level: 'INFO',
  state: 'RUN',
  message,
})
/** One message of each kind that a session channel accepts. */
const messages: readonly SessionMessage[] = [
  {
    timestamp: 1.5,
    type: 'LOG',
    level: 'ERROR',
    stage: 'RUN',
    log: 'file 1 of 3',
    step: 1,
    iteration: 1,
    iteration_total: 3,
    ...noCost,
    ...ofExecution,
  },
  {
    timestamp: 2,
    type: 'LOG',
    stage: 'TOOL_RUN',
    level: 'DEBUG',
    log: 'step',
    emitted_at: '2026-01-01T00:00:00Z',
    ...ofExecution,
  },
  {
    timestamp: 3,
    type: 'COST',
    cost: 0.01,
    cost_units: 'USD',
    emitted_at: '2026-01-01T00:00:00Z',
    ...ofExecution,
  },
  createMessage(4, 'document 1 of 2'),
  {
    timestamp: 5,
    type: 'LOG',
    service: 'usage',
    level: 'INFO',
    enabled: false,
    added_token_count: 1200,
    max_token_count_set: 100_000,
  },
  { timestamp: 6, type: 'UPDATE', component: 'SOURCE', state: 'RUNNING', message: '' },
  { ...createMessage(7, 'on its way'), type: 'PROGRESS' } as SessionMessage,
]

test('[RT-011] rejects an invalid log entry at its field and stores nothing', async () => {
  const { person, kept: listStored } = await browserAt(server.origin)
  for (const body of [{}, { log: 7 }, { log: 'no json' }, { log: '[]' }, { log: '"text"' }]) {
    const { status, body: refusal } = await person.post('logs/', body)
    expect([status, refusal.errors?.[0]?.attr]).toEqual([400, 'log'])
  }
  const long = JSON.stringify({ message: 'x'.repeat(20_000) })
  expect((await person.post('logs/', { log: long })).status).toBe(400)
  expect((await server.anonymous.get('logs/')).status).toBe(401)
  expect((await server.anonymous.post('logs/', { log: '{}' })).status).toBe(401)
  expect(await listStored()).toEqual([])
})

test('[RT-010, RT-011] stores a log entry of a page unchanged for its session, and deletes it with the session', async () => {
  const { person, session, kept: listStored } = await browserAt(server.origin)
  const stranger = await browserAt(server.origin)
  const entry = {
    timestamp: 20,
    key: 1,
    level: 'ERROR',
    message: 'It failed \u0000',
    type: 'NOTIFICATION',
  }
  const early = { ...entry, timestamp: 10, key: 2 }
  const { timestamp: _, ...timeless } = entry

  for (const one of [entry, early, timeless]) {
    const { status, body } = await person.post('logs/', { log: JSON.stringify(one) })
    expect([status, body]).toEqual([200, { message: expect.any(String) }])
  }

  expect(await listStored()).toEqual([early, entry, { ...timeless, timestamp: expect.any(Number) }])
  expect(await stranger.kept()).toEqual([])
  await person.get('/api/v1/logout')
  const left = await server.ctx.db
    .selectFrom('session_message')
    .select('id')
    .where('log_events_id', '=', session)
    .execute()
  expect(left).toEqual([])
})

test('[RT-001, RT-003, RT-012] sends every kind of message only to the pages of its session, in any web process', async () => {
  const ownBrowser = await browserAt(server.origin)
  const otherSocket = connect(otherServer.origin, { cookies: await ownBrowser.person.cookies() })
  await otherSocket.opened
  const stranger = await browserAt(otherServer.origin)
  for (const message of messages) expect(SessionMessage.parse(message)).toEqual(message)

  await publishSessionMessages(
    otherServer.ctx,
    await tenantOf(otherServer),
    messages.map((message) => ({ logEventsId: ownBrowser.session, message })),
  )

  const event = `logs:${ownBrowser.session}`
  await expect.poll(() => ownBrowser.heard()).toEqual(messages)
  await expect.poll(() => otherSocket.told(event)).toEqual(messages)
  expect(stranger.line.told(event)).toEqual([])
  expect(stranger.heard()).toEqual([])
  expect(await ownBrowser.kept()).toEqual(messages.filter(({ type }) => type === 'LOG'))
})

test('delivers texts of any length and bursts of any size completely and in order; the panel stores the newest', async () => {
  const { session, heard: listReceived, kept: listStored } = await browserAt(otherServer.origin)
  const tenant = await tenantOf(server)
  const large = 'ß'.repeat(panelLogLimits.charactersOfText)
  const burst = Array.from({ length: panelLogLimits.entries + 50 }, (_, index) =>
    createMessage(index, index === 0 ? `${large}and more` : `message ${index}`),
  )
  const messages = burst.map((message) => ({ logEventsId: session, message }))

  await publishSessionMessages(server.ctx, tenant, messages.slice(0, 600))
  await publishSessionMessages(server.ctx, tenant, messages.slice(600))
  await publishSessionMessages(server.ctx, tenant, [
    { logEventsId: 'ended', message: createMessage(0, 'lost') },
  ])

  await expect.poll(() => listReceived().length).toBe(burst.length)
  expect(listReceived().map(({ timestamp }) => timestamp)).toEqual(
    burst.map(({ timestamp }) => timestamp),
  )
  expect(listReceived()[0]?.message).toBe(`${large}…`)
  const entries = await listStored()
  expect(entries).toHaveLength(panelLogLimits.entries)
  expect(entries.at(-1)).toEqual(burst.at(-1))
})

test('a session that switches its organization receives nothing more from the previous one', async () => {
  const { session, heard: listReceived, kept: listStored, person } = await browserAt(server.origin)
  const tenant = await tenantOf(server)
  await server.as('admin', { organization: 'rival', name: 'mallory' }).get('logs/')
  const { db } = server.ctx
  await sql`
    insert into member (organization_id, user_id, role)
    select organization.id, user_account.id, 'user' from organization, user_account
    where slug = 'rival' and username = 'admin'
  `.execute(db)
  await person.post('/api/v1/organization/rival/set')
  /** Messages are sent once the process has noticed the change of organization. */
  const follows = (organizationId: number, text: string) =>
    expect
      .poll(async () => {
        const messages = [{ logEventsId: session, message: createMessage(2, text) }]
        await publishSessionMessages(server.ctx, { db, organizationId }, messages)
        return listReceived().map(({ message }) => message)
      })
      .toContain(text)
  const rival = await tenantOf(server, 'rival')
  await follows(rival.organizationId, 'in the other one')

  const message = createMessage(1, 'of the organization that was left')
  await publishSessionMessages(server.ctx, tenant, [{ logEventsId: session, message }])
  await follows(rival.organizationId, 'still in the other one')
  await person.post('/api/v1/organization/recto/set')
  await follows(tenant.organizationId, 'back again')

  expect(listReceived()).not.toContainEqual(message)
  expect(await listStored()).toContainEqual(message)
})

test('closes the sockets of a removed member in every web process', async () => {
  const leaver = server.as('user', { name: 'leaver' })
  const cookies = await leaver.cookies()
  const lines = [connect(server.origin, { cookies }), connect(otherServer.origin, { cookies })]
  await Promise.all(lines.map(({ opened: openPromise }) => openPromise))
  const stays = await browserAt(server.origin)

  await server.ctx.db
    .deleteFrom('member')
    .where('user_id', 'in', (query) =>
      query.selectFrom('user_account').select('id').where('username', '=', 'leaver'),
    )
    .execute()

  for (const { ended: endPromise } of lines) expect(await endPromise).toBe(byServer)
  expect(stays.line.socket.connected).toBe(true)
})

test('sends changes of a project to everybody who may read it, in any web process, and to nobody else', async () => {
  const ada = studioOf(server.as('admin'))
  const uma = server.as('user')
  const lineOf = async (person: typeof uma, origin: string) => {
    const line = connect(origin, { cookies: await person.cookies() })
    await line.opened
    return line
  }
  const ownSocket = await lineOf(ada.person, server.origin)
  const otherSocket = await lineOf(uma, otherServer.origin)
  const reviewers = await lineOf(server.as('reviewer'), otherServer.origin)
  const rivals = await lineOf(
    server.as('admin', { organization: 'rival', name: 'mallory' }),
    otherServer.origin,
  )
  const project = await ada.project()
  const heardBy = (line: Line): readonly ProjectNews['data'][] =>
    line
      .told('studio_project')
      .map((data) => ProjectNews.parse({ data }).data)
      .filter(({ tool_id }) => tool_id === project.tool_id)
  const partsHeardBy = (line: Line) => heardBy(line).flatMap(({ parts }) => parts)
  const path = `prompt-studio/${project.tool_id}/`

  const { prompt_id } = await ada.prompt(project.tool_id, { prompt_key: 'total' })
  await expect.poll(() => partsHeardBy(ownSocket)).toContain('prompts')
  expect(heardBy(otherSocket)).toEqual([])

  const profile = await uma.get('users/profile/')
  await ada.person.patch(path, { shared_users: [profile.body.user.id] })
  await expect.poll(() => partsHeardBy(otherSocket)).toContain('settings')
  const receivedBefore = heardBy(otherSocket).length
  // The document that a person has open is private to them.
  await ada.person.patch(path, { output: 'some document' })
  await uma.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'The total?' })
  for (const line of [ownSocket, otherSocket]) {
    await expect.poll(() => heardBy(line).at(-1)?.parts).toEqual(['prompts'])
  }
  expect(
    heardBy(otherSocket)
      .slice(receivedBefore)
      .flatMap(({ parts }) => parts),
  ).toEqual(['prompts'])
  await ada.profile(project.tool_id)
  const file = { name: 'bill.txt', content: 'A bill' }
  const document_id = await ada.document(project.tool_id, file)
  await uma.delete(`prompt-studio/file/${project.tool_id}`, { document_id })
  await expect
    .poll(() => partsHeardBy(otherSocket))
    .toEqual(expect.arrayContaining(['prompts', 'profiles', 'documents']))

  await ada.person.patch(path, { shared_users: [] })
  const receivedCount = heardBy(otherSocket).length
  await ada.person.delete(`prompt-studio/prompt/${prompt_id}/`)
  await expect.poll(() => heardBy(ownSocket).at(-1)?.parts).toEqual(['prompts'])
  await ada.person.delete(path)
  expect(heardBy(otherSocket)).toHaveLength(receivedCount)
  expect(heardBy(reviewers)).toEqual([])
  expect(heardBy(rivals)).toEqual([])
})
