import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPassword, startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a password that is wrong shows the form again and opens nothing', async () => {
  const { answer, person } = await server.signIn('admin', 'wrong horse battery')

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.body).toContain('role="alert"')
  expect(await person.get('/api/v1/session')).toMatchObject({
    status: 401,
    body: { message: 'Unauthorized' },
  })
})

test('the right password leads to the application', async () => {
  const { answer, person } = await server.signIn('admin', adminPassword)

  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/')
  expect(await person.get('/api/v1/session?q=1')).toMatchObject({
    status: 201,
    body: { email: 'admin@localhost', organization_id: 'recto', role: 'admin', provider: '' },
  })
})

test('people of every role are known', async () => {
  for (const role of ['admin', 'user', 'reviewer', 'supervisor'] as const) {
    const profile = await server.as(role).get('users/profile/')
    expect(profile).toMatchObject({ status: 200, body: { user: { is_admin: role === 'admin' } } })
  }
})
