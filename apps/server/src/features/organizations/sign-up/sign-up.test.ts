import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'

/** Accounts on an installation without any setting: nobody but its own machine reaches it. */

const password = 'four words make one'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ worker: true })
})
afterAll(() => server?.close())

// All of this file are one address, which may not make so many accounts an hour.
beforeEach(() => server.ctx.db.deleteFrom('sign_in_attempt').execute())

const countOf = async (table: 'user_account' | 'organization' | 'member' | 'adapter') => {
  const { count } = await server.ctx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const baseOf = (organization: string) => `/api/v1/recto/${organization}/`

async function signUp(email: string, organization_name?: string) {
  const browser = openBrowser(server)
  const answer = await browser.post('/api/v1/signup', { email, password, organization_name })
  return { browser, answer, base: baseOf(answer.body?.organization?.id) }
}

describe('a sign-up is refused', () => {
  test.each([
    ['no address', { email: 'ana' }, 'email', 'INE002'],
    ['an address with a line break', { email: 'ana@example.org\nbcc: b@c.de' }, 'email', 'INE002'],
    ['a disposable address', { email: 'ana@mailinator.com' }, 'email', 'INE001'],
    ['an address that has an account', { email: 'Taken@Example.org' }, 'email', 'unique'],
    ['a short password', { password: 'short' }, 'password', 'invalid'],
    ['a password that is guessed', { password: 'Password2024!' }, 'password', 'invalid'],
    [
      'a name that is too long',
      { organization_name: 'a'.repeat(151) },
      'organization_name',
      'max_length',
    ],
    ['nothing at all', { email: undefined, password: undefined }, 'email', 'required'],
  ])(
    '[AC-053] for %s, with its field and code, and nothing is made',
    async (_description, signUpFields, attr, code) => {
      if (code === 'unique') await signUp('taken@example.org')
      const initialCounts = [await countOf('user_account'), await countOf('organization')]

      const browser = openBrowser(server)
      const refusedReply = await browser.post('/api/v1/signup', {
        email: 'ana@example.org',
        password,
        ...signUpFields,
      })

      expect(refusedReply).toMatchObject({ status: 400, body: { type: 'validation_error' } })
      expect(refusedReply.body.errors[0]).toEqual({ attr, code, detail: expect.any(String) })
      expect([await countOf('user_account'), await countOf('organization')]).toEqual(initialCounts)
      expect((await browser.get('/api/v1/session')).status).toBe(401)
    },
  )

  test('when it comes from a page of another site', async () => {
    const signUpFields = { email: 'forged@example.org', password }
    const headers = { origin: 'https://evil.example' }
    const refusedReply = await openBrowser(server).post('/api/v1/signup', signUpFields, { headers })

    expect(refusedReply.status).toBe(403)
  })

  test('after too many from one address, with the time to wait', async () => {
    let last = await openBrowser(server).get('/api/v1/access')
    for (let count = 0; count <= 20; count++) {
      last = await openBrowser(server).post('/api/v1/signup', {
        email: `x${count}@mailinator.com`,
        password,
      })
    }

    expect(last).toMatchObject({ status: 429, body: { errors: [{ code: 'throttled' }] } })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('whoever signs up', () => {
  test('has an organization of their own, with all four kinds of adapters, and is its admin', async () => {
    const { browser, answer, base } = await signUp('Ana@Example.org', 'Acme & Söhne')
    const { body: session } = await browser.get('/api/v1/session')
    const { body: adapters } = await browser.get(`${base}adapter/`)
    const kinds = new Set(
      adapters.map(({ adapter_type }: { adapter_type: string }) => adapter_type),
    )

    expect(answer).toMatchObject({
      status: 201,
      body: {
        state: 'signed_in',
        organization: { id: 'acme-so-hne', name: 'acme-so-hne', display_name: 'Acme & Söhne' },
      },
    })
    expect(session).toMatchObject({
      email: 'ana@example.org',
      role: 'admin',
      organization_id: 'acme-so-hne',
    })
    expect([...kinds]).toEqual(expect.arrayContaining(['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT']))
    expect((await browser.get(`${base}users/profile/`)).body.user).toMatchObject({
      is_admin: true,
      login_onboarding_message_displayed: false,
      prompt_onboarding_message_displayed: false,
    })
    expect((await browser.get(`${base}users/`)).body.members).toHaveLength(1)
  })

  test('[AC-025] [AC-026] finds all that a page needs to know of a session in the calls of its start', async () => {
    const { browser, base } = await signUp('start@example.org', 'Start')
    const { body: session } = await browser.get('/api/v1/session?q=1')
    const { body: list } = await browser.get('/api/v1/organization')
    const { body: set } = await browser.post(`/api/v1/organization/${list.organizations[0].id}/set`)
    const { body: profile } = await browser.get(`${base}users/profile/`)
    const { body: flags } = await browser.get(`${base}flags/?namespace=default`)
    const { body: role } = await browser.get('/api/v1/get_role')

    expect(session).toMatchObject({ email: 'start@example.org', role: 'admin', provider: '' })
    expect(list.organizations).toEqual([{ id: 'start', name: 'start', display_name: 'Start' }])
    expect(set).toMatchObject({
      organization: { name: 'start', organization_id: 'start' },
      user: { id: String(session.id), display_name: 'start@example.org' },
      log_events_id: expect.stringMatching(/^.{43}$/),
    })
    expect(profile.user).toMatchObject({
      is_admin: true,
      login_onboarding_message_displayed: false,
      prompt_onboarding_message_displayed: false,
    })
    expect(flags.feature_flags.flags).toHaveProperty('app_deployment')
    expect(role).toEqual({ is_admin: true })
    expect((await browser.cookies()).csrftoken).toMatch(/^.{43}$/)
  })

  test('[ON-037] [ON-038] writes the marks of the welcome messages, and reads them again', async () => {
    const { browser, base } = await signUp('marks@example.org')
    const marks = { is_login_onboarding_msg: true, is_prompt_studio_onboarding_msg: false }
    const writtenReply = await browser.put(`${base}users/profile/`, marks)

    expect(writtenReply).toMatchObject({ status: 200, body: { status: 'success' } })
    expect((await browser.get(`${base}users/profile/`)).body.user).toMatchObject({
      login_onboarding_message_displayed: true,
      prompt_onboarding_message_displayed: false,
    })
  })

  test('gets a name for addresses that nobody has, also when it is taken or means something', async () => {
    const createdAccounts = []
    for (const [person, name] of [
      ['a', 'Twice'],
      ['b', 'Twice'],
      ['c', 'landing'],
      ['d', '🙂'],
    ]) {
      createdAccounts.push(
        (await signUp(`${person}@names.example.org`, name)).answer.body.organization.id,
      )
    }

    expect(createdAccounts).toEqual([
      'twice',
      expect.stringMatching(/^twice-[0-9a-f]{6}$/),
      expect.stringMatching(/^landing-[0-9a-f]{6}$/),
      'organization',
    ])
  })

  test('[AC-034] comes into no organization but their own', async () => {
    const { browser } = await signUp('outsider@example.org')

    expect((await browser.post('/api/v1/organization/recto/set')).status).toBe(403)
    expect((await browser.get(`${baseOf('recto')}users/`)).status).toBe(403)
  })

  test('signs in again by the address, whatever its case, and goes to the page that was asked for', async () => {
    await signUp('again@example.org')
    const browser = openBrowser(server)
    const { body: form } = await browser.get('/api/v1/login?next=/again/tools')
    const credentials = { username: 'AGAIN@example.org', password, next: '/again/tools' }
    const wrong = await openBrowser(server).post(
      '/api/v1/login',
      new URLSearchParams({ ...credentials, password: 'wrong horse battery' }),
    )
    const answer = await browser.post('/api/v1/login', new URLSearchParams(credentials))

    expect(form).toContain('<input type="hidden" name="next" value="/again/tools">')
    expect(wrong.body).toContain('<input type="hidden" name="next" value="/again/tools">')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/again/tools')
  })

  test('is told by the pages’ own call which ways in there are', async () => {
    expect((await server.anonymous.get('/api/v1/access')).body).toEqual({
      sign_up: 'open',
      has_trial: false,
      confirms_mail: false,
      sends_mail: false,
      single_sign_on: null,
      has_simple_studio: true,
      regions: [
        { id: 'us-central', name: 'US', host: null },
        { id: 'eu-west', name: 'EU', host: null },
      ],
    })
    const link = await server.anonymous.get('/api/v1/signup', { headers: { accept: 'text/html' } })
    expect(link.headers.get('location')).toBe('/landing')
  })
})

describe('a person of several organizations', () => {
  const second = { name: 'second', display_name: 'The second', organization_id: 'second' }

  test('cannot have one under a name that is taken or means something', async () => {
    const { browser } = await signUp('several@example.org', 'Several')
    for (const organization_id of ['recto', 'landing', 'Upper', '-a', 'a/b', '']) {
      const refusedReply = await browser.post('/api/v1/organization/create', {
        ...second,
        organization_id,
      })
      expect(refusedReply).toMatchObject({
        status: 400,
        body: { errors: [{ attr: 'organization_id' }] },
      })
    }
  })

  test('[AC-040] [AC-041] makes a further one, sees both, and goes from one to the other', async () => {
    const { browser, base } = await signUp('both@example.org', 'First')
    const createdReply = await browser.post('/api/v1/organization/create', second)
    const { body: list } = await browser.get('/api/v1/organization')

    expect(createdReply).toMatchObject({
      status: 201,
      body: {
        message: 'success',
        tenant: { organization_id: 'second', display_name: 'The second' },
      },
    })
    expect(list.organizations.map(({ id }: { id: string }) => id)).toEqual(['first', 'second'])
    expect((await browser.get(`${base}users/`)).status).toBe(200)
    await browser.post('/api/v1/organization/second/set')
    expect((await browser.get('/api/v1/session')).body.organization_id).toBe('second')
    expect((await browser.get(`${baseOf('second')}adapter/`)).body.length).toBeGreaterThan(3)
  })

  test('[AC-053] without a choice, every call of either says that there are several', async () => {
    const { browser, base } = await signUp('undecided@example.org', 'Undecided')
    const leave = async () => {
      const user_id = (await browser.get('/api/v1/session')).body.id
      const sessions = server.ctx.db.updateTable('web_session').where('user_id', '=', user_id)
      await sessions.set({ organization_id: null }).execute()
    }
    await leave()
    const ofOne = await browser.get(`${base}users/`)
    expect(ofOne.status).toBe(403)
    expect(ofOne.body).not.toHaveProperty('code')

    await browser.post('/api/v1/organization/create', { ...second, organization_id: 'undecided-2' })
    await leave()
    for (const path of [`${base}users/`, `${baseOf('undecided-2')}workflow/`])
      expect(await browser.get(path)).toMatchObject({ status: 403, body: { code: 'UMM' } })
    await browser.post('/api/v1/organization/undecided-2/set')
    expect((await browser.get(`${baseOf('undecided-2')}workflow/`)).status).toBe(200)
  })

  test('with a tab in each: what the tab of the other one writes is refused, and lands nowhere', async () => {
    const { browser, base } = await signUp('tabs@example.org', 'Tab one')
    const otherOrganization = {
      name: 'tab-two',
      display_name: 'Tab two',
      organization_id: 'tab-two',
    }
    await browser.post('/api/v1/organization/create', otherOrganization)
    const project = { tool_name: 'Mine', description: 'Of the first tab', author: 'T' }
    await browser.post('/api/v1/organization/tab-two/set')

    const refusedReply = await browser.post(`${base}prompt-studio/`, project)
    const createdReply = await browser.post(`${baseOf('tab-two')}prompt-studio/`, project)
    const hidden = `prompt-studio/${createdReply.body.tool_id}/`
    await browser.post('/api/v1/organization/tab-one/set')

    expect(refusedReply).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Select') },
    })
    expect(createdReply.status).toBe(201)
    expect((await browser.get(`${base}prompt-studio/`)).body).toEqual([])
    expect((await browser.get(base + hidden)).status).toBe(404)
    expect((await browser.get(baseOf('tab-two') + hidden)).status).toBe(403)
  })

  test('removed from one while signed in, is out at the next request and in the other as before', async () => {
    const { browser, base } = await signUp('removed@example.org', 'Removed')
    await browser.post('/api/v1/organization/create', { ...second, organization_id: 'kept' })
    expect((await browser.get(`${base}users/`)).status).toBe(200)
    const { db } = server.ctx
    await db
      .deleteFrom('member')
      .where('organization_id', '=', (eb) =>
        eb.selectFrom('organization').select('id').where('slug', '=', 'removed'),
      )
      .execute()

    expect((await browser.get(`${base}users/`)).status).toBe(403)
    const readSession = async () => (await browser.get('/api/v1/session')).body
    expect(await readSession()).toMatchObject({
      organization_id: null,
      left_organization: 'Removed',
    })
    expect((await browser.post('/api/v1/organization/removed/set')).status).toBe(403)
    expect((await browser.post('/api/v1/organization/kept/set')).status).toBe(200)
    expect(await readSession()).not.toHaveProperty('left_organization')
    expect((await browser.get('/api/v1/organization')).body.organizations).toHaveLength(1)
  })
})

test('the first admin comes in as ever', async () => {
  expect((await server.signIn('admin', adminPassword)).answer.status).toBe(302)
})
