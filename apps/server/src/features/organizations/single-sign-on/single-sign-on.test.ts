import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import type { Person } from '../../../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'
import { openJar, walkProvider } from '../../../testing/walk-provider.ts'

/** Signing in by a real OpenID provider on a port of this machine. */

const clientSecret = 'a secret of both, and of nobody else'
const password = 'four words make one'

type Claims = { readonly email?: string; readonly email_verified?: boolean }

const people = new Map<string, Claims>()
let externalServer: Server
let issuer: string
let server: TestServer
let managedServer: TestServer
let isSilent = false
let settings: Record<string, string> = {}

beforeAll(async () => {
  let listener: RequestListener | undefined
  externalServer = createServer((request, reply) => {
    if (isSilent) return
    listener?.(request, reply)
  }).listen(0, '127.0.0.1')
  await once(externalServer, 'listening')
  issuer = `http://127.0.0.1:${(externalServer.address() as AddressInfo).port}`
  settings = {
    RECTO_OIDC_ISSUER: issuer,
    RECTO_OIDC_CLIENT_ID: 'recto',
    RECTO_OIDC_CLIENT_SECRET: clientSecret,
    RECTO_OIDC_NAME: 'Acme ID',
  }
  server = await startServer({
    env: { ...settings, RECTO_SIGN_UP: 'open', RECTO_ONE_ORGANIZATION_PER_DOMAIN: 'on' },
  })
  managedServer = await startServer({
    env: {
      ...settings,
      RECTO_SIGN_UP: 'off',
      RECTO_OIDC_ORGANIZATION: 'recto',
      RECTO_OIDC_ROLE: 'reviewer',
      RECTO_OIDC_TRUST_MAIL: 'on',
    },
  })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'recto',
        client_secret: clientSecret,
        redirect_uris: [server, managedServer].map(({ origin }) => `${origin}/api/v1/callback`),
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: { keys: ['of the provider'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
  })
  listener = provider.callback()
})
afterAll(async () => {
  await Promise.all([server?.close(), managedServer?.close()])
  externalServer?.closeAllConnections()
  externalServer?.close()
})
beforeEach(() => server.ctx.db.deleteFrom('sign_in_attempt').execute())

type SignInOptions = {
  readonly at?: TestServer
  readonly next?: string
  readonly refuses?: boolean
}

/** From our link through the provider’s pages to the address that it sends the browser back to. */
async function goOut(
  login: string,
  { at: target = server, next = '/', refuses = false }: SignInOptions = {},
) {
  const ask = openJar()
  const begin = `/api/v1/login/outside?next=${encodeURIComponent(next)}`
  const { to: url } = await ask(new URL(begin, target.origin))
  const back = await walkProvider(ask, url, refuses ? undefined : login)
  return { asked: url, back, ask }
}

/** The whole way; whoever comes in has a browser with a session. */
async function signIn(login: string, options: SignInOptions = {}) {
  const { back, ask } = await goOut(login, options)
  const { reply, to, jar } = await ask(back)
  const browser: Person = openBrowser(options.at ?? server)
  Object.assign(await browser.cookies(), Object.fromEntries(jar))
  return { status: reply.status, page: `${to?.pathname}${to?.search}`, browser }
}

const sessionOf = async (browser: Person) => (await browser.get('/api/v1/session')).body

describe('nobody comes in', () => {
  test('[AC-053] without an address that the provider vouches for', async () => {
    people.set('unverified', { email: 'ada@example.org', email_verified: false })
    people.set('nameless', {})

    for (const login of ['unverified', 'nameless']) {
      const { status, page, browser } = await signIn(login)
      expect([status, page]).toEqual([302, '/error?code=INS'])
      expect((await browser.get('/api/v1/session')).status).toBe(401)
    }
  })

  test('[AC-053] with a disposable address, or one whose domain belongs to somebody else', async () => {
    people.set('disposable', { email: 'x@mailinator.com', email_verified: true })
    people.set('owner', { email: 'owner@company.example.org', email_verified: true })
    people.set('second', { email: 'second@company.example.org', email_verified: true })
    await signIn('owner')

    expect((await signIn('disposable')).page).toBe('/error?code=INE001')
    expect((await signIn('second')).page).toBe('/error?code=USF&domain=company.example.org')
    const form = { email: 'third@company.example.org', password }
    expect(await openBrowser(server).post('/api/v1/signup', form)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'USF', attr: 'email' }] },
    })
  })

  test('who says no at the provider', async () => {
    expect((await signIn('owner', { refuses: true })).page).toBe('/error?code=INS')
  })

  test('with an answer that another browser was to get, twice with the same, or with one that was changed', async () => {
    people.set('again', { email: 'again@again.example.org', email_verified: true })
    const first = await goOut('again')
    const otherTrip = await goOut('again')
    const forgedUrl = new URL(first.back)
    forgedUrl.searchParams.set('code', 'guessed')
    const stateless = new URL(first.back)
    stateless.searchParams.delete('state')

    const pageOf = async (ask: typeof first.ask, url: URL) => (await ask(url)).to?.href
    const errorUrl = `${server.origin}/error`
    expect(await pageOf(openJar(), first.back)).toBe(errorUrl)
    expect(await pageOf(otherTrip.ask, first.back)).toBe(errorUrl)
    expect(await pageOf(first.ask, forgedUrl)).toBe(errorUrl)
    const third = await goOut('again')
    expect(await pageOf(third.ask, stateless)).toBe(errorUrl)
    const fourth = await goOut('again')
    expect(await pageOf(fourth.ask, fourth.back)).toBe(`${server.origin}/`)
    expect(await pageOf(fourth.ask, fourth.back)).toBe(errorUrl)
  })

  test('while the provider is silent, and everybody else is served', async () => {
    const fresh = await startServer({ beside: server, env: settings })
    isSilent = true
    const waitingReplyPromise = fresh.anonymous.get('/api/v1/login/outside')
    await once(externalServer, 'request')
    const otherReply = await fresh.anonymous.get('/api/v1/login')
    externalServer.closeAllConnections()
    const answer = await waitingReplyPromise
    isSilent = false
    await fresh.close()

    expect(otherReply.status).toBe(200)
    expect(answer.headers.get('location')).toBe('/error')
  })

  test('by a provider at an inner address that the installation may not reach', async () => {
    const fresh = await startServer({
      beside: server,
      env: { ...settings, RECTO_INNER_ADDRESSES: 'off' },
    })
    const requests: unknown[] = []
    const note = (request: unknown) => requests.push(request)
    externalServer.on('request', note)
    const refusedReply = await fresh.anonymous.get('/api/v1/login/outside')
    externalServer.off('request', note)
    await fresh.close()

    expect(refusedReply.headers.get('location')).toBe('/error')
    expect(requests).toEqual([])
  })

  test('[AC-053] where sign-up is off, unless the provider’s people are members by configuration', async () => {
    people.set('managed', { email: 'mia@mia.example.org' })
    const { page, browser } = await signIn('managed', { at: managedServer })
    const session = await sessionOf(browser)

    expect(page).toBe('/')
    expect(session.email).toBe('mia@mia.example.org')
    await browser.post('/api/v1/organization/recto/set')
    expect(await sessionOf(browser)).toMatchObject({
      organization_id: 'recto',
      role: 'recto_reviewer',
      provider: 'oidc',
    })
    const form = { email: 'x@example.org', password }
    expect(await openBrowser(managedServer).post('/api/v1/signup', form)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'USR' }] },
    })
  })
})

describe('whoever the provider vouches for', () => {
  test('is asked with a code challenge, a state and a nonce', async () => {
    const { asked: url } = await goOut('owner')

    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      client_id: 'recto',
      scope: 'openid email profile',
      redirect_uri: `${server.origin}/api/v1/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('[AC-019] gets an account with an organization of their own, and comes back to it, also with another address', async () => {
    people.set('ella', { email: 'Ella@ella.example.org', email_verified: true })
    const first = await signIn('ella', { next: '/ella/tools?tab=1' })
    const session = await sessionOf(first.browser)
    people.set('ella', { email: 'ella@married.example.org', email_verified: true })
    const repeatedSession = await sessionOf((await signIn('ella')).browser)

    expect([first.status, first.page]).toEqual([302, '/ella/tools?tab=1'])
    expect(session).toMatchObject({ email: 'ella@ella.example.org', provider: '' })
    expect(repeatedSession.id).toBe(session.id)
    const { body } = await first.browser.get('/api/v1/organization')
    expect(body.organizations).toMatchObject([{ id: 'ella' }])
    expect((await server.signIn('ella@ella.example.org', '')).answer.status).toBe(200)
  })

  test('comes into the account with their address, and whoever had made it with a password is out', async () => {
    const email = 'victim@victim.example.org'
    const squatter = openBrowser(server)
    await squatter.post('/api/v1/signup', { email, password })
    const initialSession = await sessionOf(squatter)
    people.set('victim', { email, email_verified: true })
    const finalSession = await sessionOf((await signIn('victim')).browser)

    expect(finalSession.id).toBe(initialSession.id)
    expect((await squatter.get('/api/v1/session')).status).toBe(401)
    expect((await server.signIn(email, password)).answer.status).toBe(200)
    expect((await server.signIn('admin', adminPassword)).answer.status).toBe(302)
  })

  test('[US-022] joins what the address is invited to, at the first sign-in', async () => {
    const email = 'guest@guest.example.org'
    await server.as('admin').post('users/invite/', { users: [{ email, role: 'recto_supervisor' }] })
    people.set('guest', { email, email_verified: true })
    const { browser } = await signIn('guest')
    const { body } = await browser.get('/api/v1/organization')
    await browser.post('/api/v1/organization/recto/set')

    expect(body.organizations.map(({ id }: { id: string }) => id)).toEqual(['recto'])
    expect(await sessionOf(browser)).toMatchObject({ role: 'recto_supervisor' })
  })

  test('is offered the way on the form and in the pages’ own call', async () => {
    const { body: form } = await server.anonymous.get('/api/v1/login?next=/a/tools')
    const { body: access } = await server.anonymous.get('/api/v1/access')

    expect(form).toContain(
      '<a class="way" href="/api/v1/login/outside?next=%2Fa%2Ftools">Sign in with Acme ID</a>',
    )
    expect(access.single_sign_on).toEqual({ name: 'Acme ID', path: '/api/v1/login/outside' })
  })
})

test('without one in the settings the callback leads to the page of refusals', async () => {
  const plain = await startServer({ beside: managedServer, env: {} })
  const pages = ['/api/v1/callback?code=x', '/api/v1/login/outside']
  const answers = await Promise.all(pages.map((page) => plain.anonymous.get(page)))
  await plain.close()

  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(['/error', '/error'])
})
