import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { openLlm } from './adapters.port.ts'

const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'

let server: TestServer
let models: CannedModelServer
let ada: Person
let tenant: Tenant
let id: string

beforeAll(async () => {
  server = await startServer()
  models = await startCannedModelServer()
  models.script(...Array.from({ length: 9 }, () => ({ status: 503, message: 'Overloaded' })))
  ada = server.as('admin')
  const { body } = await ada.post('adapter/', {
    adapter_id: compatible,
    adapter_name: 'Away',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, model: 'canned' },
  })
  id = body.id
  const row = await server.ctx.db
    .selectFrom('adapter')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  tenant = { db: server.ctx.db, organizationId: row.organization_id }
})

afterAll(async () => {
  await server?.close()
  await models?.close()
})

async function call(): Promise<string> {
  const { connection, limitCall } = await openLlm(server.ctx, tenant, id)
  const { complete } = connection
  if (!complete) throw new Error('It completes no prompts.')
  return limitCall(() => complete({ prompt: 'Hello?' })).then(
    ({ text }) => text,
    (error: Error) => error.message,
  )
}

async function shown() {
  const { body } = await ada.get('adapter/?adapter_type=LLM')
  return body.find((adapter: { id: string }) => adapter.id === id).trouble
}

test('a model that keeps failing is asked less: the error and its row say so, until it is set anew', async () => {
  const messages: string[] = []
  for (let i = 0; i < 8; i++) messages.push(await call())

  expect(models.requests).toHaveLength(5)
  expect(messages.slice(0, 5).every((message) => message.includes('Overloaded'))).toBe(true)
  expect(messages.at(-1)).toMatch(
    /^The service failed to respond several times in a row, most recently: .*Overloaded.* Try again in \d s\.$/,
  )
  await expect.poll(shown).toMatchObject({ message: expect.stringContaining('Overloaded') })

  const settings = { api_base: `${models.url}/v1`, model: 'another' }
  await ada.patch(`adapter/${id}/`, { adapter_metadata: settings })
  expect(await shown()).toBeUndefined()
  expect(await call()).toContain('Overloaded')
})
