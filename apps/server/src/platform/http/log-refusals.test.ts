import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { adminPassword, startServer, type TestServer } from '../../testing/start-server.ts'
import type { Context } from '../context.ts'

let server: TestServer
const logEntries: Record<string, unknown>[] = []

beforeAll(async () => {
  const warn = (details: Record<string, unknown>) => void logEntries.push(details)
  const ignore = () => undefined
  const log = { debug: ignore, info: ignore, error: ignore, warn } as unknown as Context['log']
  server = await startServer({ replace: { log } })
})
afterAll(() => server?.close())

/** Returns the security events logged during `run`. */
async function eventsOf(act: () => Promise<unknown>) {
  logEntries.length = 0
  await act()
  // Responses are logged after they are sent, so another request waits for that.
  await server.anonymous.get('/health')
  return logEntries.filter(({ security }) => security)
}

test('logs a failed sign-in, with the user name only if it exists', async () => {
  const events = await eventsOf(async () => {
    await server.signIn('admin', 'my secret guess')
    await server.signIn('my secret in the wrong field', 'x y z')
  })

  expect(events).toEqual([
    expect.objectContaining({
      security: 'sign-in-failed',
      username: 'admin',
      address: '127.0.0.1',
    }),
    expect.not.objectContaining({ username: expect.anything() }),
  ])
  expect(JSON.stringify(events)).not.toContain('secret')
})

test('logs signing in, being throttled and signing out', async () => {
  const events = await eventsOf(async () => {
    const { person } = await server.signIn('admin', adminPassword)
    await person.get('/api/v1/logout')
    for (let n = 0; n < 6; n++) await server.signIn('nobody', `guess number ${n}`)
  })

  const names = events.map(({ security }) => security)
  expect(names.slice(0, 2)).toEqual(['signed-in', 'signed-out'])
  expect(names.at(-1)).toBe('sign-in-slowed-down')
})

test('logs a refusal with its route pattern and not with the requested URL', async () => {
  const uma = server.as('user')
  const events = await eventsOf(async () => {
    await uma.get('/api/v1/recto/elsewhere/users/?key=abc')
    await uma.post('workflow/', {}, { headers: { 'x-csrftoken': 'wrong' } })
  })

  expect(events).toEqual([
    expect.objectContaining({ security: 'refused', status: 403, userId: expect.any(Number) }),
    expect.objectContaining({ security: 'refused', status: 403, method: 'POST' }),
  ])
  expect(JSON.stringify(events)).not.toContain('abc')
})

test('logs wrong keys and shown keys without the keys themselves', async () => {
  const ada = server.as('admin')
  const sample = { name: 'a.txt', content: 'Total: 5' }
  const fields = [{ key: 'total', prompt: 'What is the total?' }]
  const tool = await makeTool(ada, { name: 'Told', fields, sample })
  const workflow = await makeWorkflow(ada, 'Told', tool.toolId)
  let shownKey = ''
  const events = await eventsOf(async () => {
    const { id, key } = await makeDeployment(ada, 'told', workflow)
    shownKey = key
    await ada.get(`api/keys/api/${id}/`)
    const headers = { authorization: 'Bearer 00000000-0000-4000-8000-000000000000' }
    await server.anonymous.get(`/deployment/api/recto/told/?execution_id=${id}`, { headers })
  })

  const names = events.map(({ security }) => security)
  expect(names.filter((name) => name === 'key-shown').length).toBeGreaterThanOrEqual(2)
  expect(names.at(-1)).toBe('wrong-key')
  expect(JSON.stringify(events)).not.toContain(shownKey)
})
