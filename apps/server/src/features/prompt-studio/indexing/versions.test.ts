import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let secondServer: TestServer
let model: CannedModelServer
let ada: Studio
let profile: Body
let invoice: TestFile

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  secondServer = await startServer({ beside: server })
  ada = studioOf(server.as('admin'))
  const llm = await ada.cannedLlm(model, 'Canned model')
  const { body } = await ada.person.post('adapter/', {
    adapter_id: 'ollama|d58d7080-55a9-4542-becd-8433528e127b',
    adapter_name: 'Paid vectors',
    adapter_type: 'EMBEDDING',
    adapter_metadata: {
      base_url: model.url,
      model_name: 'canned',
      max_retries: 0,
      embed_batch_size: 100,
    },
  })
  profile = { llm, embedding_model: body.id, chunk_size: 60, chunk_overlap: 0 }
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await secondServer.close()
  await server.close()
  await model.close()
})

type Body = Readonly<Record<string, unknown>>
/** Counts how often documents were embedded; each has several chunks. */
let requestsBefore = 0
const embedded = () =>
  model.requests
    .slice(requestsBefore)
    .filter(({ path, body }) => path.includes('embed') && [body.input].flat().length > 1).length
beforeEach(() => {
  requestsBefore = model.requests.length
})

async function project(fields: Body = {}) {
  const runnable = await ada.runnable(invoice, { profile: { ...profile, ...fields } })
  const { prompt_id: id } = await ada.prompt(runnable.tool_id, { prompt_key: 'a', prompt: 'A?' })
  const { document_id } = runnable
  return {
    ...runnable,
    run: (profile_manager?: string, person = ada.person) =>
      person.post(`prompt-studio/fetch_response/${runnable.tool_id}`, {
        id,
        document_id,
        profile_manager,
      }),
    change: (body: Body) =>
      ada.person.patch(`prompt-studio/profile-manager/${runnable.profile_id}/`, body),
    index: async (profile_id = runnable.profile_id) =>
      (await ada.person.get(`prompt-studio/document-index/?profile_manager=${profile_id}`)).body[0],
  }
}

const collections = async () => {
  const rows = await server.ctx.db
    .selectFrom('vector_item')
    .select('collection')
    .distinct()
    .execute()
  return rows.map(({ collection }) => collection)
}

test('indexes a document again only if an input of its chunks has changed', async () => {
  const { run, change, index } = await project()
  expect((await run()).status).toBe(202)
  const first = (await index()).raw_index_id
  await run()
  await change({ similarity_top_k: 1, retrieval_strategy: 'recursive', hybrid_search: false })
  await run()
  expect([embedded(), (await index()).raw_index_id]).toEqual([1, first])

  await change({ chunk_size: 90 })
  await run()
  expect(embedded()).toBe(2)
  expect((await index()).raw_index_id).not.toBe(first)
  await change({ reindex: true })
  await run()
  expect(embedded()).toBe(3)
})

test('removes the vectors of a superseded index', async () => {
  const { run, change, index, tool_id, document_id } = await project()
  await run()
  const { raw_index_id: first } = await index()
  expect(await collections()).toContain(first)

  await change({ chunk_size: 80 })
  await run()
  const { raw_index_id: second, index_ids_history } = await index()
  expect(index_ids_history).toEqual([second])
  expect(await collections()).toContain(second)
  expect(await collections()).not.toContain(first)

  await change({ chunk_size: 0 })
  await ada.person.post(`prompt-studio/index-document/${tool_id}`, { document_id })
  expect((await index()).index_ids_history).toEqual([])
  expect(await collections()).not.toContain(second)
})

test('shares chunks between two profiles, and keeps them while one uses them', async () => {
  const { run, index, tool_id, change } = await project()
  const { profile_id } = await ada.profile(tool_id, { ...profile, similarity_top_k: 1 })
  await run()
  expect((await run(profile_id)).status).toBe(202)
  expect(embedded()).toBe(1)
  const { raw_index_id } = await index(profile_id)

  await change({ chunk_size: 70 })
  await run()
  await ada.person.delete(`prompt-studio/profile-manager/${(await index()).profile_manager}/`)
  expect(await collections()).toContain(raw_index_id)
  await ada.person.patch(`prompt-studio/profile-manager/${profile_id}/`, { is_default: true })
  expect((await run(profile_id)).body[0].context).toHaveLength(1)
  expect(embedded()).toBe(2)
})

test('indexes once for two concurrent runs in two processes', async () => {
  const { run } = await project({ chunk_size: 50 })
  const runs = await Promise.all([run(), run(undefined, secondServer.as('admin')), run()])
  expect(runs.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(embedded()).toBe(1)
})

test('rebuilds lost chunks when a search misses them', async () => {
  const { run, index } = await project({ hybrid_search: false })
  await run()
  const { raw_index_id } = await index()
  await server.ctx.db.deleteFrom('vector_item').where('collection', '=', raw_index_id).execute()

  expect((await run()).body[0].context).toHaveLength(3)
  expect(embedded()).toBe(2)
})
