import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person, TestReply } from '../../../testing/people.ts'
import { createSoftPasskey } from '../../../testing/soft-passkey.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { createAccount } from '../accounts/create-account.ts'

let server: TestServer

const password = 'four words make one'
const base = '/api/v1/second-factor/'
const site = { origin: 'https://recto.example.org', id: 'recto.example.org' }
const otherSite = { origin: 'https://recto.example.net', id: 'recto.example.net' }

beforeAll(async () => {
  server = await startServer({ env: { RECTO_PUBLIC_URL: site.origin } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.ctx.db.deleteFrom('sign_in_attempt').execute()
})

/** A member with a password and an open session. */
async function join(name: string): Promise<Person> {
  await createAccount(server.ctx, { username: name, email: `${name}@example.org`, password })
  return server.as('user', { name })
}

type Passkey = ReturnType<typeof createSoftPasskey>

const startRegistration = async (person: Person): Promise<string> =>
  (await person.post(`${base}passkeys/options/`, { password })).body.options.challenge

async function register(person: Person, name = 'Laptop'): Promise<Passkey> {
  const passkey = createSoftPasskey()
  const challenge = await startRegistration(person)
  const response = passkey.register({ challenge, site })
  const reply = await person.post(`${base}passkeys/`, { name, response })
  expect(reply).toMatchObject({ status: 200 })
  return passkey
}

const cookiesOf = ({ headers }: TestReply) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')

type Challenge = { readonly challenge: string; readonly cookie: string; readonly options: object }

/** Asks for a challenge, after the first step of a sign-in if there are cookies of one. */
async function startSignIn(stepCookies = ''): Promise<Challenge> {
  const headers = { cookie: stepCookies }
  const reply = await server.anonymous.post('/api/v1/login/passkey/options', {}, { headers })
  const { options } = reply.body
  return { challenge: options.challenge, options, cookie: `${stepCookies}; ${cookiesOf(reply)}` }
}

const finishSignIn = (response: object, cookie: string) =>
  server.anonymous.post(
    '/api/v1/login/passkey',
    { response, next: '/mine' },
    { headers: { cookie } },
  )

const hasSession = ({ headers }: TestReply) =>
  headers.getSetCookie().some((cookie) => /^sessionid=[^;]/.test(cookie))

const actionsOf = async (name: string): Promise<string[]> => {
  const { body } = await server.as('admin').get(`audit/?subject=${name}@example.org`)
  return body.results.map((entry: { action: string }) => entry.action)
}

test('a passkey signs in without a password, and each challenge is answered once', async () => {
  const tom = await join('tom')
  const passkey = await register(tom)
  const { challenge, cookie, options } = await startSignIn()
  expect(options).toMatchObject({ rpId: 'recto.example.org', userVerification: 'required' })

  const response = passkey.signIn({ challenge, site })
  const signIn = await finishSignIn(response, cookie)

  expect([signIn.status, signIn.body, hasSession(signIn)]).toEqual([200, { next: '/mine' }, true])
  expect(await finishSignIn(response, cookie)).toMatchObject({ status: 403 })
  const { body } = await tom.get(base)
  expect(body.passkeys).toEqual([
    {
      id: expect.any(String),
      name: 'Laptop',
      created_at: expect.any(String),
      used_at: expect.any(String),
    },
  ])
})

test('a passkey is the second step after the password, and does not need a fingerprint there', async () => {
  const eva = await join('eva')
  const passkey = await register(eva)
  const form = new URLSearchParams({ username: 'eva', password })
  const firstStep = await server.anonymous.post('/api/v1/login', form)
  expect([firstStep.status, hasSession(firstStep)]).toEqual([302, false])

  const signInAlone = await startSignIn()
  const possession = { site, isOwnerVerified: false }
  const refusal = await finishSignIn(
    passkey.signIn({ ...possession, challenge: signInAlone.challenge }),
    signInAlone.cookie,
  )
  expect([refusal.status, hasSession(refusal)]).toEqual([403, false])

  const second = await startSignIn(cookiesOf(firstStep))
  const signIn = await finishSignIn(
    passkey.signIn({ ...possession, challenge: second.challenge }),
    second.cookie,
  )
  expect([signIn.status, hasSession(signIn)]).toEqual([200, true])
})

test('a passkey of somebody else does not finish a sign-in', async () => {
  const ann = await join('ann')
  const bob = await join('bob')
  await register(ann)
  const passkeyOfBob = await register(bob)
  const form = new URLSearchParams({ username: 'ann', password })
  const firstStep = await server.anonymous.post('/api/v1/login', form)

  const { challenge, cookie } = await startSignIn(cookiesOf(firstStep))
  const response = passkeyOfBob.signIn({ challenge, site, isOwnerVerified: false })

  expect(await finishSignIn(response, cookie)).toMatchObject({ status: 403 })
})

test.each([
  ['of another site', 'kay', otherSite],
  ['for our site, shown at another address', 'kit', { ...site, origin: otherSite.origin }],
  ['for another site, shown at our address', 'kurt', { ...otherSite, origin: site.origin }],
])('an answer %s counts neither at a sign-in nor for a new passkey', async (_, name, shownSite) => {
  const kay = await join(name)
  const passkey = await register(kay)

  const { challenge, cookie } = await startSignIn()
  const response = passkey.signIn({ challenge, site: shownSite })
  expect(await finishSignIn(response, cookie)).toMatchObject({ status: 403 })

  const newChallenge = await startRegistration(kay)
  const registration = createSoftPasskey().register({ challenge: newChallenge, site: shownSite })
  const refusal = await kay.post(`${base}passkeys/`, { name: 'Phone', response: registration })
  expect(refusal).toMatchObject({ status: 400, body: { errors: [{ attr: 'response' }] } })
})

test('an unknown passkey, a wrong challenge and a changed answer do not sign in', async () => {
  const passkey = await register(await join('mia'))
  const { challenge, cookie } = await startSignIn()
  const strangersAnswer = createSoftPasskey().signIn({ challenge, site })
  expect(await finishSignIn(strangersAnswer, cookie)).toMatchObject({ status: 403 })

  const second = await startSignIn()
  const stale = passkey.signIn({ challenge, site })
  expect(await finishSignIn(stale, second.cookie)).toMatchObject({ status: 403 })

  const third = await startSignIn()
  const good = passkey.signIn({ challenge: third.challenge, site })
  const { signature } = passkey.signIn({ challenge: 'AAAA', site }).response
  const forgery = { ...good, response: { ...good.response, signature } }
  expect(await finishSignIn(forgery, third.cookie)).toMatchObject({ status: 403 })
  expect(await finishSignIn(good, '')).toMatchObject({ status: 403 })
})

test('passkeys are named, renamed and removed by their owner only', async () => {
  const una = await join('una')
  const vic = await join('vic')
  const passkey = await register(una, 'Phone')
  const { body } = await una.get(base)
  expect(body).toMatchObject({ recovery_codes_left: 10, passkeys: [{ name: 'Phone' }] })
  const [{ id }] = body.passkeys

  expect(await vic.patch(`${base}passkeys/${id}/`, { name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await vic.delete(`${base}passkeys/${id}/`, { password })).toMatchObject({ status: 404 })
  expect(await una.patch(`${base}passkeys/${id}/`, { name: 'Key' })).toMatchObject({ status: 204 })
  expect((await una.get(base)).body).toMatchObject({ passkeys: [{ name: 'Key' }] })
  expect(await una.delete(`${base}passkeys/${id}/`, { password: 'wrong' })).toMatchObject({
    status: 400,
  })
  expect(await una.delete(`${base}passkeys/${id}/`, { password })).toMatchObject({ status: 204 })

  expect((await una.get(base)).body).toMatchObject({ recovery_codes_left: 0, passkeys: [] })
  const { challenge, cookie } = await startSignIn()
  const response = passkey.signIn({ challenge, site })
  expect(await finishSignIn(response, cookie)).toMatchObject({ status: 403 })
  expect(await actionsOf('una')).toEqual(['passkey.removed', 'passkey.renamed', 'passkey.added'])
})
