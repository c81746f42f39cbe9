import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'
import { forgetDocument } from '../../documents/documents.port.ts'
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
  const forget = () => ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id })
  return { llm, forget }
}
type Run = Awaited<ReturnType<typeof run>>

const rowsOf = async (table: 'model_call' | 'usage_record', { llm }: Run) =>
  (await tenant.db.selectFrom(table).select('call_key').where('adapter_id', '=', llm).execute())
    .length
const age = ({ llm }: Run, days: number) =>
  sql`update model_call set created_at = now() - make_interval(days => ${days})
      where adapter_id = ${llm}`.execute(tenant.db)

const durable = { everyTime: (_: string, act: () => unknown) => act() } as unknown as Durable
const purge = (keepModelCallsDays?: number) => {
  const { config } = server.ctx
  const kept = keepModelCallsDays === undefined ? config : { ...config, keepModelCallsDays }
  return purgeModelCalls({ ...server.ctx, config: kept }, tenant, durable)
}

test('calls go after thirty days unless the installation says otherwise, and what they cost stays', async () => {
  const [old, young] = [await run(), await run()]
  await age(old, 31)
  await age(young, 29)

  await purge(0)
  expect(await rowsOf('model_call', old)).toBe(1)
  await purge()

  expect([await rowsOf('model_call', old), await rowsOf('usage_record', old)]).toEqual([0, 1])
  expect(await rowsOf('model_call', young)).toBe(1)
})

/** A deleted document can be brought back for a while; then it goes for good. */
async function letTheWhilePass(): Promise<void> {
  const given = await tenant.db.deleteFrom('removed_item').returning('hash').execute()
  for (const { hash } of given) if (hash) await forgetDocument(server.ctx, tenant, hash)
}

test('calls go with their document, as long as no other one has the same content', async () => {
  const other = await run()
  const [one, twin] = [await run('the same'), await run('the same')]

  expect((await one.forget()).status).toBe(200)
  await letTheWhilePass()
  expect(await rowsOf('model_call', one)).toBe(1)
  await twin.forget()
  expect(await rowsOf('model_call', one)).toBe(1)
  await letTheWhilePass()

  expect([await rowsOf('model_call', one), await rowsOf('model_call', twin)]).toEqual([0, 0])
  expect([await rowsOf('model_call', other), await rowsOf('usage_record', twin)]).toEqual([1, 1])
})

test('an installation asks every hour', async () => {
  const { rows } = await sql<{ schedule: string }>`
    select schedule from dbos.workflow_schedules
    where schedule_name like 'purge-model-calls:%'
  `.execute(tenant.db)

  expect(rows).toEqual([{ schedule: '13 * * * *' }])
})
