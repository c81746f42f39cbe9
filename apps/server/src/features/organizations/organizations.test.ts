import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { memberJoined } from './members/add-member.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ env: { PRODUCT_ID: 'acme-docs', RECTO_ORGANIZATION: 'acme' } })
})
afterAll(() => server.close())

test('somebody else’s organization cannot be set, and the session stays as it was', async () => {
  const otto = server.as('admin', { organization: 'otherwise' })
  await otto.get('users/')

  for (const organization of ['acme', 'nowhere']) {
    const refusedReply = await otto.post(`/api/v1/organization/${organization}/set`)
    expect(refusedReply).toMatchObject({ status: 403, body: undefined })
  }
  expect((await otto.get('/api/v1/session')).body.organization_id).toBe('otherwise')
})

test('[AC-073] the pages can tell an address of another organization from one of none', async () => {
  await server.as('admin', { organization: 'otherwise' }).get('users/')
  const uma = server.as('user')
  const lookUp = (organization: string) => uma.get(`/api/v1/organization/${organization}`)

  expect(await lookUp('otherwise')).toMatchObject({ status: 200, body: { exists: true } })
  expect(await lookUp('nowhere')).toMatchObject({ status: 200, body: { exists: false } })
})

test('[AC-073] who tries a list of names has to wait soon, and others in the same network do not', async () => {
  const guesser = server.as('user', { name: 'guesser' })
  const lookUp = (person: Person, name: string) => person.get(`/api/v1/organization/${name}`)
  const names = Array.from({ length: 30 }, (_, number) => `guess-${number}`)

  const statuses: number[] = []
  for (const name of names) statuses.push((await lookUp(guesser, name)).status)

  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(statuses.slice(20)).toEqual(Array.from({ length: 10 }, () => 429))
  const colleagues = ['ann', 'bob', 'cleo', 'dan', 'eve']
  for (const name of colleagues) {
    const colleague = server.as('user', { name })
    for (const guess of names.slice(0, 18)) {
      expect((await lookUp(colleague, guess)).status).toBe(200)
    }
  }
})

test('[AC-024] [AC-086] the session names the person, the organization and the role', async () => {
  const session = await server.as('reviewer').get('/api/v1/session?q=1718000000')

  expect(session.status).toBe(201)
  expect(session.body).toEqual({
    id: expect.any(Number),
    user_id: expect.any(String),
    email: 'rita@example.org',
    organization_id: 'acme',
    role: 'acme-docs_reviewer',
    provider: '',
  })
})

test('[AC-040] [AC-027] a person sees the organizations that they belong to', async () => {
  const answer = await server.as('user').get('/api/v1/organization')

  expect(answer.body).toEqual({
    message: 'success',
    organizations: [{ id: 'acme', name: 'acme', display_name: 'acme' }],
  })
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('the list of organizations brings the CSRF cookie to who lost it', async () => {
  const uma = server.as('user')
  const { sessionid } = await uma.cookies()

  const { headers } = await uma.get('/api/v1/organization', {
    headers: { cookie: `sessionid=${sessionid}` },
  })

  expect(headers.getSetCookie().join()).toMatch(/csrftoken=[\w-]{43};/)
})

test('[AC-041] setting an organization tells who and where one is', async () => {
  const uma = server.as('user')
  const set = await uma.post('/api/v1/organization/acme/set')

  expect(set.status).toBe(200)
  expect(set.body).toEqual({
    is_new_org: false,
    user: {
      id: expect.stringMatching(/^\d+$/),
      email: 'uma@example.org',
      name: 'uma',
      display_name: 'uma',
      family_name: null,
      picture: null,
    },
    organization: { name: 'acme', organization_id: 'acme' },
    log_events_id: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('[AC-101] [AC-030] the three places that tell who is an admin agree', async () => {
  for (const role of ['admin', 'user', 'reviewer', 'supervisor'] as const) {
    const person = server.as(role)
    const isAdmin = role === 'admin'

    const session = await person.get('/api/v1/session')
    expect(session.body.role === 'admin').toBe(isAdmin)
    expect((await person.get('/api/v1/get_role')).body).toEqual({ is_admin: isAdmin })
    expect((await person.get('users/profile/')).body.user.is_admin).toBe(isAdmin)
  }
})

test('[AC-028, ON-037, ON-038] the onboarding marks are written and read', async () => {
  const uma = server.as('user')
  const marks = (login: boolean, prompt: boolean) => ({
    user: {
      login_onboarding_message_displayed: login,
      prompt_onboarding_message_displayed: prompt,
    },
  })
  expect((await uma.get('users/profile/')).body).toMatchObject(marks(false, false))

  const half = await uma.put('users/profile/', { is_login_onboarding_msg: true })
  const whole = await uma.put('users/profile/', {
    is_login_onboarding_msg: true,
    is_prompt_studio_onboarding_msg: true,
  })

  expect(half).toMatchObject({
    status: 400,
    body: {
      type: 'validation_error',
      errors: [{ code: 'required', attr: 'is_prompt_studio_onboarding_msg' }],
    },
  })
  expect(whole).toMatchObject({ status: 200, body: { status: 'success', message: 'success' } })
  expect((await uma.get('users/profile/')).body).toMatchObject(marks(true, true))
  expect((await server.as('admin').get('users/profile/')).body).toMatchObject(marks(false, false))
})

test('[US-015] [US-011] members are those of one’s own organization', async () => {
  const otto = server.as('admin', { organization: 'otherwise', name: 'otto' })
  await otto.get('users/')
  await server.as('supervisor').get('users/')

  const { body } = await server.as('user').get('users/')

  expect(body.message).toBe('success')
  expect(body.members).toContainEqual({
    id: expect.any(String),
    email: 'sven@example.org',
    role: 'acme-docs_supervisor',
    is_admin: false,
    is_service_account: false,
  })
  expect(JSON.stringify(body)).not.toContain('otto')
})

test('[US-017] [US-012] the roles carry the product’s segment and distinct ids', async () => {
  const { body } = await server.as('user').get('roles')

  expect(body.members.map(({ name }: { name: string }) => name)).toEqual([
    'admin',
    'acme-docs_user',
    'acme-docs_reviewer',
    'acme-docs_supervisor',
  ])
  expect(new Set(body.members.map(({ id }: { id: string }) => id)).size).toBe(4)
})

test('the organization describes itself with 201 and a time of its own form', async () => {
  const { status, body } = await server.as('user').get('organization')

  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'success',
    organization: {
      name: 'acme',
      display_name: 'acme',
      organization_id: 'acme',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00:00$/),
    },
  })
})

test('[AC-029] flags are listed and evaluated, at all their addresses', async () => {
  const uma = server.as('user')
  const lists = ['flags/?namespace=default', 'evaluate/', '/api/v1/flags/flags/']
  const evaluations = ['evaluate/', 'flags/', '/api/v1/flags/evaluate/']

  for (const path of lists) {
    const { body } = await uma.get(path)
    expect(body).toEqual({
      feature_flags: { flags: { app_deployment: true, subscription: false }, total_count: 2 },
    })
  }
  for (const path of evaluations) {
    expect((await uma.post(path, { flag_key: 'app_deployment' })).body).toEqual({
      flag_status: true,
    })
    expect(await uma.post(path, {})).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
  }
})

test('replies at an older address say so, and where the newer one is', async () => {
  const uma = server.as('user')
  const headersOf = async (path: string) => {
    const { headers } = await uma.get(path)
    return [headers.get('deprecation'), headers.get('link')]
  }
  const since = `@${Date.UTC(2026, 11, 1) / 1000}`
  const [, home = ''] = /<(.*)flags/.exec((await headersOf('evaluate/'))[1] ?? '') ?? []
  const id = '00000000-0000-4000-8000-000000000000'

  expect(await headersOf('evaluate/')).toEqual([
    since,
    expect.stringContaining('successor-version'),
  ])
  expect((await uma.get(`${home}flags/`)).status).toBe(200)
  expect(await headersOf(`workflow/execution/${id}/`)).toEqual([
    since,
    `<${home}execution/${id}/>; rel="successor-version"`,
  ])
  expect(await headersOf('flags/')).toEqual([null, null])
})

test('an invitation that is none cannot be withdrawn, and nobody but an admin sees them', async () => {
  const ada = server.as('admin')

  expect(await ada.delete('invitation/7/')).toMatchObject({
    status: 404,
    body: { status: 'failed', message: 'failed' },
  })
  expect((await server.as('user').get('invitation/')).status).toBe(403)
  expect(await ada.get('invitation/')).toMatchObject({ status: 200, body: { members: [] } })
})

test('a body that is no JSON is refused in the standard form', async () => {
  const answer = await server.as('user').put('users/profile/', new URLSearchParams('x'), {
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({
    status: 400,
    body: { type: 'client_error', errors: [{ code: 'parse_error', attr: null }] },
  })
})

test('publishes an event when somebody joins', async () => {
  const { ctx } = server
  const eventPromise = new Promise((resolve) => {
    ctx.events.subscribe(memberJoined, resolve)
  })

  await server.as('user', { name: 'newcomer' }).get('users/')

  expect(await eventPromise).toEqual({
    organizationId: expect.any(Number),
    userId: expect.any(Number),
  })
})

test('[ON-018] without subscriptions every member has begun, and nothing speaks of a trial', async () => {
  const status = 'subscription/onboarding-status/'
  expect((await server.anonymous.get(status)).status).toBe(401)
  expect((await server.as('user').get(status)).body).toEqual({ is_subscribed: true })
  const { body } = await server.as('user').get('flags/?namespace=default')
  expect(body.feature_flags.flags).toMatchObject({ subscription: false })
})

test('[ON-018, ON-019] where there are subscriptions each member begins for themselves, by POST or PUT', async () => {
  const web = await startServer({ beside: server, env: { RECTO_SUBSCRIPTIONS: 'on' } })
  onTestFinished(() => web.close())
  const status = 'subscription/onboarding-status/'
  const uma = web.as('user')
  const ada = web.as('admin')
  const { body } = await uma.get('flags/?namespace=default')
  expect(body.feature_flags.flags).toMatchObject({ subscription: true })
  expect((await uma.get(status)).body).toEqual({ is_subscribed: false })

  expect(await uma.post(status)).toMatchObject({ status: 200, body: { is_subscribed: true } })
  expect((await uma.get(status)).body).toEqual({ is_subscribed: true })
  expect((await ada.get(status)).body).toEqual({ is_subscribed: false })
  expect(await ada.put(status)).toMatchObject({ status: 200, body: { is_subscribed: true } })
  expect((await ada.get(status)).body).toEqual({ is_subscribed: true })
})

test('[ON-020] the text-extraction product asks below its own base, each organization for itself', async () => {
  const web = await startServer({ beside: server, env: { RECTO_SUBSCRIPTIONS: 'on' } })
  onTestFinished(() => web.close())
  const pathOf = (organization = 'acme', product = 'llmwhisperer') =>
    `/api/v1/${product}/${organization}/subscription/onboarding-status/`
  const tess = web.as('user', { name: 'tess' })
  const org = web.base.split('/').at(-2)

  expect((await web.anonymous.get(pathOf(org))).status).toBe(401)
  expect((await tess.get(pathOf('otherwise'))).status).toBe(403)
  expect((await tess.put(pathOf('otherwise'))).status).toBe(403)
  expect((await tess.get(pathOf(org))).body).toEqual({ is_subscribed: false })
  expect((await tess.put(pathOf(org))).body).toEqual({ is_subscribed: true })
  expect((await tess.get(pathOf(org, 'llm-whisperer'))).body).toEqual({ is_subscribed: true })
})
