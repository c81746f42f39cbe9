import { sql } from 'kysely'
import * as OTPAuth from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import type { Person, TestReply } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { createAccount } from '../accounts/create-account.ts'
import { addMember } from '../members/add-member.ts'
import { findOrganizationBySlug } from '../organization/organizations.store.ts'
import { resetSecondFactorsOf } from './reset-second-factors.ts'

let server: TestServer
let ada: Person

const password = 'four words make one'
const base = '/api/v1/second-factor/'

beforeAll(async () => {
  server = await startServer()
  ada = await join('ada', 'admin')
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.ctx.db.deleteFrom('sign_in_attempt').execute()
})

/** A member with a password and an open session. */
async function join(name: string, role: 'admin' | 'user' = 'user'): Promise<Person> {
  await createAccount(server.ctx, { username: name, email: `${name}@example.org`, password })
  return server.as(role, { name })
}

/** The code that the app shows after a number of steps of 30 seconds. */
const codeOf = (secret: string, steps = 0) =>
  new OTPAuth.TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

type Enrolment = { readonly secret: string; readonly codes: readonly string[] }

async function enrolApp(person: Person): Promise<Enrolment> {
  const { body: start } = await person.post(`${base}authenticator/`, { password })
  const { body } = await person.post(`${base}authenticator/confirm/`, {
    code: codeOf(start.secret),
  })
  return { secret: start.secret, codes: body.recovery_codes }
}

async function enterPassword(username: string): Promise<TestReply> {
  const form = new URLSearchParams({ username, password, next: '/mine' })
  return server.anonymous.post('/api/v1/login', form)
}

const stepCookieOf = ({ headers }: TestReply) =>
  /recto_second_step=[^;]+/.exec(headers.getSetCookie().join('\n'))?.[0] ?? ''

const enterCode = (cookie: string, code: string) =>
  server.anonymous.post('/api/v1/login/second-step', new URLSearchParams({ code, next: '/mine' }), {
    headers: { cookie },
  })

const hasSession = ({ headers }: TestReply) =>
  headers.getSetCookie().some((cookie) => /^sessionid=[^;]/.test(cookie))

async function actionsOf(name: string): Promise<string[]> {
  const { body } = await ada.get(`audit/?subject=${name}@example.org`)
  return body.results.map((entry: { action: string }) => entry.action)
}

async function mailsTo(name: string): Promise<string> {
  const rows = await server.ctx.db.selectFrom('outgoing_mail').select('sealed').execute()
  const mails = rows.map(({ sealed: sealedMail }) => server.ctx.vault.open(sealedMail ?? ''))
  return mails.filter((mail) => mail.includes(`"to":"${name}@example.org"`)).join('\n')
}

test('a sign-in with an authenticator app has a second step, in which each code counts once', async () => {
  const tom = await join('tom')
  const earlierSignIn = await enterPassword('tom')
  expect([earlierSignIn.status, hasSession(earlierSignIn)]).toEqual([302, true])
  const { secret } = await enrolApp(tom)

  const signIn = await enterPassword('tom')
  expect([signIn.status, hasSession(signIn)]).toEqual([302, false])
  expect(signIn.headers.get('location')).toBe('/api/v1/login/second-step?next=%2Fmine')
  const cookie = stepCookieOf(signIn)
  const page = await server.anonymous.get('/api/v1/login/second-step', { headers: { cookie } })
  expect(page.body).toContain('autocomplete="one-time-code"')

  const usedCode = await enterCode(cookie, codeOf(secret))
  expect([usedCode.status, hasSession(usedCode)]).toEqual([200, false])
  const nextCode = codeOf(secret, 1)
  const goodCode = await enterCode(cookie, nextCode)
  expect([goodCode.status, goodCode.headers.get('location')]).toEqual([302, '/mine'])
  expect(hasSession(goodCode)).toBe(true)

  // The step is over, and in another one the code counts no more.
  expect((await enterCode(cookie, nextCode)).headers.get('location')).toContain('/api/v1/login?')
  const replay = await enterCode(stepCookieOf(await enterPassword('tom')), nextCode)
  expect([replay.status, hasSession(replay)]).toEqual([200, false])
})

test('an added app ends the other sessions and sends a mail, and no secret is stored in clear', async () => {
  const eva = await join('eva')
  const browser = openBrowser(server)
  await browser.post('/api/v1/login', new URLSearchParams({ username: 'eva', password }))
  expect(await browser.get('/api/v1/session')).toMatchObject({ status: 201 })

  const { secret, codes } = await enrolApp(eva)

  expect(await browser.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect(await eva.get('/api/v1/session')).toMatchObject({ status: 201 })
  expect(await mailsTo('eva')).toContain('An authenticator app was added')
  expect(await actionsOf('eva')).toContain('second-factor.added')
  const { db } = server.ctx
  const storedText = JSON.stringify([
    await db.selectFrom('authenticator').selectAll().execute(),
    await db.selectFrom('recovery_code').selectAll().execute(),
    await db.selectFrom('audit_entry').selectAll().execute(),
  ])
  expect(codes).toHaveLength(10)
  for (const value of [secret, ...codes]) expect(storedText).not.toContain(value)
})

test('a recovery code signs in once, and renewed codes replace the old ones', async () => {
  const rob = await join('rob')
  const { codes } = await enrolApp(rob)
  const [first = '', second = ''] = codes
  const signInWith = async (code: string) =>
    hasSession(await enterCode(stepCookieOf(await enterPassword('rob')), code))

  expect(await signInWith(first.toLowerCase().replaceAll('-', ' '))).toBe(true)
  expect(await signInWith(first)).toBe(false)
  expect((await rob.get(base)).body).toMatchObject({ recovery_codes_left: 9 })
  expect(await mailsTo('rob')).toContain('signed in with a recovery code')
  expect(await actionsOf('rob')).toEqual(expect.arrayContaining(['recovery-code.used']))

  const { body } = await rob.post(`${base}recovery-codes/`, { password })
  expect(await signInWith(second)).toBe(false)
  expect(await signInWith(body.recovery_codes[0])).toBe(true)
  expect(await actionsOf('rob')).toEqual(expect.arrayContaining(['recovery-codes.renewed']))
})

test('codes cannot be guessed by anyone from any browser', async () => {
  const gus = await join('gus')
  const { secret, codes } = await enrolApp(gus)
  // Each guess has a new first step, as if from another browser.
  const guess = async () =>
    (await enterCode(stepCookieOf(await enterPassword('gus')), '000000')).status
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push(await guess())
  // The wait is made longer than a busy machine takes for the next guess.
  await sql`update sign_in_attempt set free_at = free_at + interval '1 hour'
    where failures >= 5`.execute(server.ctx.db)
  statuses.push(await guess())

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const enter = async (code: string) => enterCode(stepCookieOf(await enterPassword('gus')), code)
  const rightCode = await enter(codeOf(secret, 1))
  expect([rightCode.status, hasSession(rightCode)]).toEqual([429, false])
  // Nobody can guess a recovery code, so the guesses of others do not keep the owner out.
  const recoveryCode = await enter(codes[0] ?? '')
  expect([recoveryCode.status, hasSession(recoveryCode)]).toEqual([302, true])
})

test('every change asks for the password again', async () => {
  const pia = await join('pia')

  for (const body of [{}, { password: 'a wrong horse' }]) {
    expect(await pia.post(`${base}authenticator/`, body)).toMatchObject({
      status: 400,
      body: { errors: [{ attr: 'password' }] },
    })
  }
  await enrolApp(pia)
  for (const write of [
    () => pia.delete(`${base}authenticator/`, { password: 'a wrong horse' }),
    () => pia.post(`${base}recovery-codes/`, { password: 'a wrong horse' }),
  ]) {
    expect(await write()).toMatchObject({ status: 400, body: { errors: [{ attr: 'password' }] } })
  }
  expect(await pia.post(`${base}authenticator/`, { password })).toMatchObject({ status: 409 })
})

test('an app that was not confirmed by a code changes nothing', async () => {
  const uwe = await join('uwe')
  await uwe.post(`${base}authenticator/`, { password })

  expect(await uwe.post(`${base}authenticator/confirm/`, { code: '12 34' })).toMatchObject({
    status: 400,
    body: { errors: [{ attr: 'code' }] },
  })
  expect((await uwe.get(base)).body).toMatchObject({ authenticator: null })
  expect(hasSession(await enterPassword('uwe'))).toBe(true)
  await server.ctx.db
    .updateTable('authenticator')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .execute()
  expect(await uwe.post(`${base}authenticator/confirm/`, { code: '123456' })).toMatchObject({
    status: 404,
  })
})

test('without the app, signing in takes one step again', async () => {
  const rae = await join('rae')
  await enrolApp(rae)

  expect(await rae.delete(`${base}authenticator/`, { password })).toMatchObject({ status: 204 })

  expect(hasSession(await enterPassword('rae'))).toBe(true)
  expect((await rae.get(base)).body).toEqual({
    authenticator: null,
    passkeys: [],
    recovery_codes_left: 0,
    has_password: true,
  })
  expect(await actionsOf('rae')).toEqual(expect.arrayContaining(['second-factor.removed']))
  expect(await rae.delete(`${base}authenticator/`, { password })).toMatchObject({ status: 404 })
})

test('an organization that requires a second factor is closed until there is one', async () => {
  const kim = await join('kim')
  const setRule = (second_factor: string) => ada.patch('organization/settings', { second_factor })
  expect(await setRule('everyone')).toMatchObject({
    status: 400,
    body: { message: 'second_factor: Set up a second factor for your own account first.' },
  })
  await enrolApp(ada)
  expect(await setRule('admins')).toMatchObject({ status: 200 })
  expect(await kim.get('prompt-studio/')).toMatchObject({ status: 200 })
  expect(await setRule('everyone')).toMatchObject({ status: 200 })

  expect(await kim.get('prompt-studio/')).toMatchObject({
    status: 403,
    body: { code: 'second_factor' },
  })
  expect((await kim.get('/api/v1/session')).body).toMatchObject({
    organization_id: null,
    role: null,
    needs_second_factor: true,
  })
  expect(await kim.post('/api/v1/organization/recto/set')).toMatchObject({
    status: 403,
    body: { errors: [{ code: 'second_factor' }] },
  })
  await enrolApp(kim)
  expect(await kim.get('prompt-studio/')).toMatchObject({ status: 200 })

  expect(await kim.delete(`${base}authenticator/`, { password })).toMatchObject({ status: 204 })
  expect(await kim.get('prompt-studio/')).toMatchObject({ status: 403 })
  expect(await setRule('optional')).toMatchObject({ status: 200 })
  expect(await kim.get('prompt-studio/')).toMatchObject({ status: 200 })
  expect((await kim.get('/api/v1/session')).body).not.toHaveProperty('needs_second_factor')
})

test('an admin resets the factors of a member who belongs to no other organization', async () => {
  const lea = await join('lea')
  const max = await join('max')
  await enrolApp(lea)
  await enrolApp(max)
  const idOf = async (person: Person) => (await person.get('/api/v1/session')).body.id
  const leaId = await idOf(lea)
  const maxId = await idOf(max)
  await server.as('admin', { organization: 'globex' }).get('/api/v1/session')
  const globex = await findOrganizationBySlug(server.ctx, 'globex')
  await addMember(server.ctx, { organizationId: globex?.id ?? 0, userId: maxId, role: 'user' })

  expect(await max.delete(`users/${leaId}/second-factor/`)).toMatchObject({ status: 403 })
  expect(await ada.delete(`users/${maxId}/second-factor/`)).toMatchObject({ status: 403 })
  expect(await ada.delete(`users/${leaId}/second-factor/`)).toMatchObject({ status: 204 })
  expect(await lea.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect(hasSession(await enterPassword('lea'))).toBe(true)
  expect(await mailsTo('lea')).toContain('An administrator removed all second factors')
  const { body } = await ada.get('audit/?action=second-factor.reset')
  expect(body.results).toMatchObject([
    {
      action: 'second-factor.reset',
      actor_email: 'ada@example.org',
      subject_name: 'lea@example.org',
    },
  ])
  expect(await ada.delete(`users/${leaId}/second-factor/`)).toMatchObject({ status: 404 })
})

test('an operator removes the factors of anyone', async () => {
  const ole = await join('ole')
  await enrolApp(ole)

  await resetSecondFactorsOf(server.ctx, 'ole')

  expect(await ole.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect(hasSession(await enterPassword('ole'))).toBe(true)
  await expect(resetSecondFactorsOf(server.ctx, 'ole')).rejects.toThrow('No such second factor')
})
