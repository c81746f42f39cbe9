import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'
import { resetPassword } from './reset-password.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.ctx.db.deleteFrom('sign_in_attempt').execute()
  await resetPassword(server.ctx, { username: 'admin', password: adminPassword })
})

const better = 'a much better horse'
const signIn = async () => (await server.signIn('admin', adminPassword)).person
const change = (current_password: string, new_password: string) => ({
  current_password,
  new_password,
})

test('nobody changes a password without a session', async () => {
  const { status } = await server.anonymous.post('/api/v1/password/', change(adminPassword, better))

  expect(status).toBe(401)
})

test.each([
  ['the present password is wrong', 'wrong horse battery', better, 'current_password'],
  ['the new one is too short', adminPassword, 'short', 'new_password'],
  ['the new one is common', adminPassword, 'Password2024!', 'new_password'],
  ['the new one is the present one', adminPassword, adminPassword, 'new_password'],
])('a password stays when %s', async (_, current, next, attr) => {
  const person = await signIn()

  const refusedReply = await person.post('/api/v1/password/', change(current, next))

  expect(refusedReply).toMatchObject({
    status: 400,
    body: { type: 'validation_error', errors: [{ attr }] },
  })
  expect((await server.signIn('admin', adminPassword)).answer.status).toBe(302)
})

test('whoever sits at an open session cannot guess the password in it', async () => {
  const person = await signIn()
  const statuses = []
  for (let n = 0; n < 7; n++) {
    const guessReply = await person.post('/api/v1/password/', change(`guess number ${n}`, better))
    statuses.push(guessReply.status)
  }

  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
})

test('a changed password ends all sessions but the one that changed it', async () => {
  const ownPerson = await signIn()
  const remotePerson = await signIn()

  expect(await ownPerson.post('/api/v1/password/', change(adminPassword, better))).toMatchObject({
    status: 204,
  })

  expect(await ownPerson.get('/api/v1/session')).toMatchObject({ status: 201 })
  expect(await remotePerson.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect((await server.signIn('admin', adminPassword)).answer.status).toBe(200)
  expect((await server.signIn('admin', better)).answer.status).toBe(302)
  const { body } = await server.as('admin').get('audit/?action=password.changed')
  expect(body.results).toMatchObject([{ subject_type: 'account', before: null, after: null }])
})

test('sessions are shown to their owner, without what opens them', async () => {
  const ownPerson = await signIn()
  const remotePerson = await signIn()
  const uma = server.as('user')

  const { body } = await ownPerson.get('/api/v1/sessions/')

  expect(body).toHaveLength(2)
  expect(body.filter(({ is_current }: { is_current: boolean }) => is_current)).toHaveLength(1)
  expect(body[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.any(String),
    seen_at: expect.any(String),
    address: '127.0.0.1',
    browser: expect.any(String),
    is_current: expect.any(Boolean),
  })
  const { sessionid } = await remotePerson.cookies()
  expect(JSON.stringify(body)).not.toContain(sessionid)
  expect((await uma.get('/api/v1/sessions/')).body).toHaveLength(1)
})

test('a session is ended by its owner and by nobody else', async () => {
  const ownPerson = await signIn()
  const remotePerson = await signIn()
  const uma = server.as('user')
  const { body } = await ownPerson.get('/api/v1/sessions/')
  const otherSession = body.find(({ is_current }: { is_current: boolean }) => !is_current)

  expect(await uma.delete(`/api/v1/sessions/${otherSession.id}/`)).toMatchObject({ status: 404 })
  expect(await remotePerson.get('/api/v1/session')).toMatchObject({ status: 201 })
  expect(await ownPerson.delete(`/api/v1/sessions/${otherSession.id}/`)).toMatchObject({
    status: 204,
  })
  expect(await remotePerson.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect(await ownPerson.delete(`/api/v1/sessions/${otherSession.id}/`)).toMatchObject({
    status: 404,
  })
})

test('all other sessions end with one request', async () => {
  const ownPerson = await signIn()
  const remotePerson = await signIn()
  const uma = server.as('user')

  expect(await ownPerson.delete('/api/v1/sessions/')).toMatchObject({ status: 204 })

  expect(await remotePerson.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect(await ownPerson.get('/api/v1/session')).toMatchObject({ status: 201 })
  expect(await uma.get('/api/v1/session')).toMatchObject({ status: 201 })
})
