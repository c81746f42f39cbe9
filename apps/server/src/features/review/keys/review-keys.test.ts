import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let sue: Person

beforeAll(async () => {
  server = await startServer()
  sue = server.as('supervisor')
})

afterAll(async () => {
  await server?.close()
})

/** With a key that is known the answer is about the workflow, which does not exist. */
const statusWith = async (key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  return (await server.anonymous.get(`/mr/api/recto/approved/result/${randomUUID()}/`, { headers }))
    .status
}

test('keys are made, listed, renamed, paused and deleted below both addresses [RV-109 RV-111 RV-112 RV-113 RV-114]', async () => {
  for (const base of ['', 'manual_review/']) {
    for (const description of ['', '   ']) {
      const { status, body } = await sue.post(`${base}api/key/`, { description })
      expect([status, body.errors[0].attr]).toEqual([400, 'description'])
    }
    const { status, body: key } = await sue.post(`${base}api/key/`, { description: 'Books' })
    expect([status, key]).toEqual([
      201,
      {
        id: expect.any(String),
        description: 'Books',
        api_key: expect.any(String),
        is_active: true,
      },
    ])
    expect((await sue.get(`${base}api/keys/`)).body).toEqual([key])
    expect(await statusWith(key.api_key)).toBe(404)

    const keyPath = `${base}api/key/${key.id}/`
    const renamedReply = await sue.patch(keyPath, { description: 'Ledger' })
    expect(renamedReply.body).toEqual({ ...key, description: 'Ledger' })
    await sue.patch(keyPath, { is_active: false })
    expect(await statusWith(key.api_key)).toBe(401)

    const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
    const reviewer = server.as('reviewer')
    expect((await rival.get(`${base}api/keys/`)).body).toEqual([])
    expect((await rival.patch(keyPath, { description: 'Mine' })).status).toBe(404)
    expect((await rival.delete(keyPath)).status).toBe(404)
    expect((await reviewer.get(`${base}api/keys/`)).status).toBe(403)
    expect((await reviewer.delete(keyPath)).status).toBe(403)

    expect((await sue.delete(keyPath)).status).toBe(204)
    expect((await sue.delete(keyPath)).status).toBe(404)
    expect((await sue.get(`${base}api/keys/`)).body).toEqual([])
  }
})
