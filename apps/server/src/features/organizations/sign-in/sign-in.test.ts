import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'
import { resetPassword } from './reset-password.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({
    env: { RECTO_PUBLIC_URL: 'https://recto.example.org', RECTO_SIGN_UP: '' },
  })
})
afterAll(() => server.close())

test('a wrong password, an unknown name and fields too short show the form again and open nothing', async () => {
  for (const [username, password] of [
    ['admin', 'wrong horse battery'],
    ['nobody', adminPassword],
    ['ad', 'x'],
    ['', ''],
  ] as const) {
    const { answer, person } = await server.signIn(username, password)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.body).toContain('role="alert"')
    expect(answer.headers.getSetCookie().join()).not.toContain('sessionid')
    expect(await person.get('/api/v1/session')).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    })
  }
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('a form without its fields, and no form at all, show the form again', async () => {
  for (const request of [
    { body: '', headers: form },
    { body: 'username=admin', headers: form },
    {},
  ]) {
    const answer = await fetch(`${server.origin}/api/v1/login`, { method: 'POST', ...request })

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
    expect(await answer.text()).toContain('role="alert"')
  }
})

test('the answer does not tell whether the name or the password was wrong', async () => {
  const complaint = /role="alert"[^>]*>([^<]*)</
  const wrong = await server.signIn('admin', 'wrong horse battery')
  const unknownSignIn = await server.signIn('nobody', 'wrong horse battery')

  expect(complaint.exec(wrong.answer.body)?.[1]).toBe(
    complaint.exec(unknownSignIn.answer.body)?.[1],
  )
})

test('what was typed as a name comes back as text, never as markup', async () => {
  const { answer } = await server.signIn('"><script>alert(1)</script>', 'whatever')

  expect(answer.body).not.toContain('<script>')
  expect(answer.body).toContain('&quot;&gt;&lt;script&gt;')
})

test('a password that everybody knows is refused, also to whoever runs the installation', async () => {
  const reset = resetPassword(server.ctx, { username: 'admin', password: 'Password2024!' })

  await expect(reset).rejects.toThrow('too easy to guess')
  expect((await server.signIn('admin', adminPassword)).answer.status).toBe(302)
})

test('guessing one name is slowed down, and others may still sign in', async () => {
  let last = await server.signIn('victim', 'guess 0')
  for (let guess = 1; guess <= 10; guess++) last = await server.signIn('victim', `guess ${guess}`)

  expect(last.answer.status).toBe(429)
  expect(Number(last.answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(last.answer.body).toContain('Too many attempts')
  expect((await server.signIn('admin', adminPassword)).answer.status).toBe(302)
})

test('guesses in several processes are counted together', async () => {
  const otherServer = await startServer({ beside: server })
  const statuses: number[] = []
  for (let guess = 1; guess <= 6; guess++) {
    const { answer } = await (guess % 2 ? server : otherServer).signIn('quarry', `guess ${guess}`)
    statuses.push(answer.status)
  }

  expect(statuses).toEqual([...Array(5).fill(200), 429])
  await otherServer.close()
})

test('[AC-021] [AC-020] the form has what a browser needs, and works without script', async () => {
  const { body, status, headers } = await server.anonymous.get('/api/v1/login')

  expect(status).toBe(200)
  const [, token] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(body) ?? []
  expect(headers.getSetCookie().join()).toContain(`csrftoken=${token}`)
  expect(body).toMatch(/<form method="post" action="\/api\/v1\/login">/)
  expect(body).toMatch(/<label for="username">.*<input id="username" name="username"/s)
  expect(body).toMatch(/<label for="password">.*<input id="password" name="password"/s)
  expect(body).not.toContain('<script')
})

test('the right password leads to the application, with cookies that only it can read', async () => {
  const { answer, person } = await server.signIn('admin', adminPassword)

  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/')
  const cookies = answer.headers.getSetCookie()
  const session = cookies.find((cookie) => cookie.startsWith('sessionid='))
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))
  for (const attribute of ['Max-Age=86400', 'Path=/', 'SameSite=Lax', 'Secure']) {
    expect(session).toContain(attribute)
    expect(csrf).toContain(attribute)
  }
  expect(session).toContain('HttpOnly')
  expect(csrf).not.toContain('HttpOnly')
  expect(await person.get('/api/v1/session')).toMatchObject({ status: 201 })
})

test('the cookie is nowhere stored', async () => {
  const { person } = await server.signIn('admin', adminPassword)
  const cookies = await person.cookies()

  const rows = await server.ctx.db.selectFrom('web_session').selectAll().execute()

  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(cookies.sessionid)
})

test('signing in again ends the session before', async () => {
  const { person } = await server.signIn('admin', adminPassword)
  const cookies = await person.cookies()
  const old = { headers: { cookie: `sessionid=${cookies.sessionid}` } }
  const credentials = { username: 'admin', password: adminPassword }

  const repeatedReply = await person.post('/api/v1/login', new URLSearchParams(credentials))

  expect(repeatedReply.status).toBe(302)
  expect(await server.anonymous.get('/api/v1/session', old)).toMatchObject({ status: 401 })
})

test('[AC-022] signing out ends the session, also for requests still under way', async () => {
  const { person } = await server.signIn('admin', adminPassword)

  const [signOutReply] = await Promise.all([
    person.get('/api/v1/logout'),
    person.post('/api/v1/organization/recto/set'),
    person.get('users/'),
  ])

  expect(signOutReply).toMatchObject({ status: 302 })
  expect(signOutReply.headers.get('location')).toBe('/')
  // The pages read it, and delete what was typed and not saved.
  expect(signOutReply.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^recto_signed_out=\d{13}; (?!.*HttpOnly)/),
  )
  expect(await person.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect(await server.anonymous.get('/api/v1/logout')).toMatchObject({ status: 302 })
})

test('a session ends when nothing was asked in it for half an hour', async () => {
  const { person } = await server.signIn('admin', adminPassword)
  const letTimePass = (minutes: number) =>
    server.ctx.db
      .updateTable('web_session')
      .set({ seen_at: new Date(Date.now() - minutes * 60_000) })
      .execute()

  await letTimePass(29)
  expect(await person.get('/api/v1/session')).toMatchObject({ status: 201 })
  await server.ctx.db
    .updateTable('web_session')
    .set((row) => ({ seen_at: sql<Date>`${row.ref('seen_at')} - interval '29 minutes'` }))
    .execute()
  expect(await person.get('/api/v1/session')).toMatchObject({ status: 201 })
  await letTimePass(31)
  expect(await person.get('/api/v1/session')).toMatchObject({ status: 401 })
})

test('a session ends after a day', async () => {
  const { person } = await server.signIn('admin', adminPassword)

  await server.ctx.db.updateTable('web_session').set({ expires_at: new Date() }).execute()

  expect(await person.get('/api/v1/session')).toMatchObject({ status: 401 })
})

test('accounts cannot be made by strangers', async () => {
  expect(await server.anonymous.get('/api/v1/signup')).toMatchObject({
    status: 501,
    body: { type: 'server_error', errors: [{ code: 'error', attr: null }] },
  })
  const callback = await server.anonymous.get('/api/v1/callback')
  expect(callback.status).toBe(302)
  expect(callback.headers.get('location')).toBe('/error')
})

test('a new password signs its owner out everywhere, and the old one is wrong from then on', async () => {
  const initialSignIn = await server.signIn('admin', adminPassword)

  await resetPassword(server.ctx, { username: 'admin', password: 'a new horse for the stable' })

  expect(await initialSignIn.person.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect((await server.signIn('admin', adminPassword)).answer.status).toBe(200)
  expect((await server.signIn('admin', 'a new horse for the stable')).answer.status).toBe(302)
})

test('[AC-053] a person who follows the sign-up link learns on a page that it is closed', async () => {
  const person = { headers: { accept: 'text/html,application/xhtml+xml' } }
  const answer = await server.anonymous.get('/api/v1/signup', person)

  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/error?code=USR')
})
