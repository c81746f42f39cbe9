import { request } from 'node:http'
import { panelLogLimits } from '@recto/contract/limits'
import { ProjectNews, SessionMessage } from '@recto/contract/sockets'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { tellSessions } from '../features/organizations/organizations.port.ts'
import { type Line, openLine } from '../testing/open-line.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'
import { studioOf } from '../testing/studio.ts'

let server: TestServer
/** Another web process of the same installation. */
let other: TestServer
let lines: Line[] = []

beforeAll(async () => {
  server = await startServer()
  other = await startServer({ beside: server })
})
afterAll(async () => {
  await other?.close()
  await server?.close()
})
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

type Body = Readonly<Record<string, unknown>>

/** A signed-in browser with a socket, and what its session is called. */
async function browserAt(origin: string) {
  const { person, cookies } = await signIn()
  const line = connect(origin, { cookies })
  await line.opened
  const { body } = await person.post('/api/v1/organization/recto/set')
  const session: string = body.log_events_id
  const heard = (): Body[] => line.told(`logs:${session}`) as Body[]
  const kept = async (): Promise<Body[]> => (await person.get('logs/')).body.data
  return { person, line, session, heard, kept }
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
const numbered = (timestamp: number, message: string): SessionMessage => ({
  timestamp,
  type: 'LOG',
  service: 'prompt',
  component: { tool_id: id, run_id: 'run', prompt_id: id, prompt_key: 'total', doc_name: 'a.pdf' },
  level: 'INFO',
  state: 'RUN',
  message,
})
/** One of each kind that the channel of a session knows. */
const messages: readonly SessionMessage[] = [
  {
    ...{ timestamp: 1.5, type: 'LOG', level: 'ERROR', stage: 'RUN', log: 'file 1 of 3', step: 1 },
    ...{ iteration: 1, iteration_total: 3, ...noCost, ...ofExecution },
  },
  {
    ...{ timestamp: 2, type: 'LOG', stage: 'TOOL_RUN', level: 'DEBUG', log: 'step' },
    ...{ emitted_at: '2026-01-01T00:00:00Z', ...ofExecution },
  },
  {
    ...{ timestamp: 3, type: 'COST', cost: 0.01, cost_units: 'USD' },
    ...{ emitted_at: '2026-01-01T00:00:00Z', ...ofExecution },
  },
  numbered(4, 'document 1 of 2'),
  {
    ...{ timestamp: 5, type: 'LOG', service: 'usage', level: 'INFO', enabled: false },
    ...{ added_token_count: 1200, max_token_count_set: 100_000 },
  },
  { timestamp: 6, type: 'UPDATE', component: 'SOURCE', state: 'RUNNING', message: '' },
  { ...numbered(7, 'on its way'), type: 'PROGRESS' } as SessionMessage,
]

test('[RT-011] what is no log is refused at its field, and nothing is kept of it', async () => {
  const { person, kept } = await browserAt(server.origin)
  for (const body of [{}, { log: 7 }, { log: 'no json' }, { log: '[]' }, { log: '"text"' }]) {
    const { status, body: refusal } = await person.post('logs/', body)
    expect([status, refusal.errors?.[0]?.attr]).toEqual([400, 'log'])
  }
  const long = JSON.stringify({ message: 'x'.repeat(20_000) })
  expect((await person.post('logs/', { log: long })).status).toBe(400)
  expect((await server.anonymous.get('logs/')).status).toBe(401)
  expect((await server.anonymous.post('logs/', { log: '{}' })).status).toBe(401)
  expect(await kept()).toEqual([])
})

test('[RT-010, RT-011] a log that a page sends is kept for its session word for word, and goes with the session', async () => {
  const { person, session, kept } = await browserAt(server.origin)
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

  expect(await kept()).toEqual([early, entry, { ...timeless, timestamp: expect.any(Number) }])
  expect(await stranger.kept()).toEqual([])
  await person.get('/api/v1/logout')
  const left = await server.ctx.db
    .selectFrom('session_message')
    .select('id')
    .where('log_events_id', '=', session)
    .execute()
  expect(left).toEqual([])
})

test('[RT-001, RT-003, RT-012] every kind of message reaches the pages of its session in whatever web process, and no other', async () => {
  const mine = await browserAt(server.origin)
  const elsewhere = connect(other.origin, { cookies: await mine.person.cookies() })
  await elsewhere.opened
  const stranger = await browserAt(other.origin)
  for (const message of messages) expect(SessionMessage.parse(message)).toEqual(message)

  await tellSessions(
    other.ctx,
    await tenantOf(other),
    messages.map((message) => ({ logEventsId: mine.session, message })),
  )

  const event = `logs:${mine.session}`
  await expect.poll(() => mine.heard()).toEqual(messages)
  await expect.poll(() => elsewhere.told(event)).toEqual(messages)
  expect(stranger.line.told(event)).toEqual([])
  expect(stranger.heard()).toEqual([])
  expect(await mine.kept()).toEqual(messages.filter(({ type }) => type === 'LOG'))
})

test('texts of any length, and bursts of any number, come whole and in their order; the panel keeps the newest', async () => {
  const { session, heard, kept } = await browserAt(other.origin)
  const tenant = await tenantOf(server)
  const large = 'ß'.repeat(panelLogLimits.charactersOfText)
  const burst = Array.from({ length: panelLogLimits.entries + 50 }, (_, at) =>
    numbered(at, at === 0 ? `${large}and more` : `message ${at}`),
  )
  const told = burst.map((message) => ({ logEventsId: session, message }))

  await tellSessions(server.ctx, tenant, told.slice(0, 600))
  await tellSessions(server.ctx, tenant, told.slice(600))
  await tellSessions(server.ctx, tenant, [{ logEventsId: 'ended', message: numbered(0, 'lost') }])

  await expect.poll(() => heard().length).toBe(burst.length)
  expect(heard().map(({ timestamp }) => timestamp)).toEqual(burst.map(({ timestamp }) => timestamp))
  expect(heard()[0]?.message).toBe(`${large}…`)
  const entries = await kept()
  expect(entries).toHaveLength(panelLogLimits.entries)
  expect(entries.at(-1)).toEqual(burst.at(-1))
})

test('a session that goes into another organization hears nothing of the one that it left', async () => {
  const { session, heard, kept, person } = await browserAt(server.origin)
  const tenant = await tenantOf(server)
  await server.as('admin', { organization: 'rival', name: 'mallory' }).get('logs/')
  const { db } = server.ctx
  await sql`
    insert into member (organization_id, user_id, role)
    select organization.id, user_account.id, 'user' from organization, user_account
    where slug = 'rival' and username = 'admin'
  `.execute(db)
  await person.post('/api/v1/organization/rival/set')
  /** What is told goes out when the process has heard of the move. */
  const follows = (organizationId: number, text: string) =>
    expect
      .poll(async () => {
        const told = [{ logEventsId: session, message: numbered(2, text) }]
        await tellSessions(server.ctx, { db, organizationId }, told)
        return heard().map(({ message }) => message)
      })
      .toContain(text)
  const rival = await tenantOf(server, 'rival')
  await follows(rival.organizationId, 'in the other one')

  const message = numbered(1, 'of the organization that was left')
  await tellSessions(server.ctx, tenant, [{ logEventsId: session, message }])
  await follows(rival.organizationId, 'still in the other one')
  await person.post('/api/v1/organization/recto/set')
  await follows(tenant.organizationId, 'back again')

  expect(heard()).not.toContainEqual(message)
  expect(await kept()).toContainEqual(message)
})

test('the socket of a member who is removed is closed, in every web process', async () => {
  const leaver = server.as('user', { name: 'leaver' })
  const cookies = await leaver.cookies()
  const lines = [connect(server.origin, { cookies }), connect(other.origin, { cookies })]
  await Promise.all(lines.map(({ opened }) => opened))
  const stays = await browserAt(server.origin)

  await server.ctx.db
    .deleteFrom('member')
    .where('user_id', 'in', (query) =>
      query.selectFrom('user_account').select('id').where('username', '=', 'leaver'),
    )
    .execute()

  for (const { ended } of lines) expect(await ended).toBe(byServer)
  expect(stays.line.socket.connected).toBe(true)
})

test('a change of a project is told to whoever may read it, in whatever web process, and to nobody else', async () => {
  const ada = studioOf(server.as('admin'))
  const uma = server.as('user')
  const lineOf = async (person: typeof uma, origin: string) => {
    const line = connect(origin, { cookies: await person.cookies() })
    await line.opened
    return line
  }
  const mine = await lineOf(ada.person, server.origin)
  const theirs = await lineOf(uma, other.origin)
  const reviewers = await lineOf(server.as('reviewer'), other.origin)
  const rivals = await lineOf(
    server.as('admin', { organization: 'rival', name: 'mallory' }),
    other.origin,
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
  await expect.poll(() => partsHeardBy(mine)).toContain('prompts')
  expect(heardBy(theirs)).toEqual([])

  const me = await uma.get('users/profile/')
  await ada.person.patch(path, { shared_users: [me.body.user.id] })
  await expect.poll(() => partsHeardBy(theirs)).toContain('settings')
  const before = heardBy(theirs).length
  // Which document somebody looks at is theirs.
  await ada.person.patch(path, { output: 'some document' })
  await uma.patch(`prompt-studio/prompt/${prompt_id}/`, { prompt: 'The total?' })
  for (const line of [mine, theirs]) {
    await expect.poll(() => heardBy(line).at(-1)?.parts).toEqual(['prompts'])
  }
  expect(
    heardBy(theirs)
      .slice(before)
      .flatMap(({ parts }) => parts),
  ).toEqual(['prompts'])
  await ada.profile(project.tool_id)
  const file = { name: 'bill.txt', content: 'A bill' }
  const document_id = await ada.document(project.tool_id, file)
  await uma.delete(`prompt-studio/file/${project.tool_id}`, { document_id })
  await expect
    .poll(() => partsHeardBy(theirs))
    .toEqual(expect.arrayContaining(['prompts', 'profiles', 'documents']))

  await ada.person.patch(path, { shared_users: [] })
  const heard = heardBy(theirs).length
  await ada.person.delete(`prompt-studio/prompt/${prompt_id}/`)
  await expect.poll(() => heardBy(mine).at(-1)?.parts).toEqual(['prompts'])
  await ada.person.delete(path)
  expect(heardBy(theirs)).toHaveLength(heard)
  expect(heardBy(reviewers)).toEqual([])
  expect(heardBy(rivals)).toEqual([])
})
