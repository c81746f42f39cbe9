import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../../platform/db/database.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'
import { deleteDocument } from '../../documents/documents.port.ts'
import { purgeModelCalls } from './purge-model-calls.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let tenant: Tenant

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'said' })
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const { db } = server.ctx
  const home = db.selectFrom('organization').select('id').where('slug', '=', 'recto')
  tenant = { db, organizationId: (await home.executeTakeFirstOrThrow()).id }
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

/** Runs one prompt on a document of a content of its own. */
async function run(content = `Invoice ${Math.random()}`) {
  const llm = await ada.cannedLlm(model)
  const file = { name: 'a.txt', content: Buffer.from(content) }
  const { tool_id, document_id } = await ada.runnable(file, { profile: { llm, chunk_size: 0 } })
  const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'What is it?' })
  await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  const deleteDocument = () => ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
  return { llm, forget: deleteDocument }
}
type Run = Awaited<ReturnType<typeof run>>

const countRows = async (table: 'model_call' | 'usage_record', { llm }: Run) =>
  (await tenant.db.selectFrom(table).select('call_key').where('adapter_id', '=', llm).execute())
    .length
const age = ({ llm }: Run, days: number) =>
  sql`update model_call set created_at = now() - make_interval(days => ${days})
      where adapter_id = ${llm}`.execute(tenant.db)

const purge = (modelCallRetentionDays?: number) => {
  const { config } = server.ctx
  const testConfig =
    modelCallRetentionDays === undefined ? config : { ...config, modelCallRetentionDays }
  return purgeModelCalls({ ...server.ctx, config: testConfig }, tenant)
}

test('deletes calls after thirty days by default and keeps their usage', async () => {
  const expiredRun = await run()
  const recent = await run()
  await age(expiredRun, 31)
  await age(recent, 29)

  await purge(0)
  expect(await countRows('model_call', expiredRun)).toBe(1)
  await purge()

  expect([
    await countRows('model_call', expiredRun),
    await countRows('usage_record', expiredRun),
  ]).toEqual([0, 1])
  expect(await countRows('model_call', recent)).toBe(1)
})

/** Deletes for good what could still be restored from the trash. */
async function purgeTrash(): Promise<void> {
  const removedItems = await tenant.db.deleteFrom('removed_item').returning('hash').execute()
  for (const { hash } of removedItems) if (hash) await deleteDocument(server.ctx, tenant, hash)
}

test('deletes calls with their document unless another one has the same content', async () => {
  const unrelatedRun = await run()
  const firstRun = await run('the same')
  const secondRun = await run('the same')

  expect((await firstRun.forget()).status).toBe(200)
  await purgeTrash()
  expect(await countRows('model_call', firstRun)).toBe(1)
  await secondRun.forget()
  expect(await countRows('model_call', firstRun)).toBe(1)
  await purgeTrash()

  expect([
    await countRows('model_call', firstRun),
    await countRows('model_call', secondRun),
  ]).toEqual([0, 0])
  expect([
    await countRows('model_call', unrelatedRun),
    await countRows('usage_record', secondRun),
  ]).toEqual([1, 1])
})

test('purges every hour', async () => {
  const schedules = await tenant.db
    .selectFrom('work_schedule')
    .select('cron')
    .where('key', 'like', 'purge-model-calls:%')
    .execute()

  expect(schedules).toEqual([{ cron: '13 * * * *' }])
})
