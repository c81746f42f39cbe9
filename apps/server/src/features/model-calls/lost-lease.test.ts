import { randomUUID } from 'node:crypto'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { startCannedTextService } from '@recto/testkit/canned-text-service'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { openEmbedding, openLlm, openTextExtractor } from '../adapters/adapters.port.ts'
import { callModel, embedTexts, extractText, runStep } from './model-calls.port.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let organizationId: number

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer()
  ada = studioOf(server.as('admin'))
  const { db } = server.ctx
  const home = db.selectFrom('organization').select('id').where('slug', '=', 'recto')
  organizationId = (await home.executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

const leaseLost = new Error('the lease is lost')

/**
 * A run that loses its lease during its database queries: like a process that is suspended while it
 * waits for a reply, and resumes after another worker has taken the run.
 */
function openLosingRun() {
  let isLost = false
  const losesLease: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      isLost = true
      return result
    },
  }
  const assertLeaseHeld = async () => {
    if (isLost) throw leaseLost
  }
  const calls = {
    runId: 'run',
    callKeyPrefix: randomUUID(),
    step: runStep,
    claims: server.ctx.claims,
    masking: undefined,
    isFirstRun: true,
    assertLeaseHeld,
  }
  const db = server.ctx.db.withPlugin(losesLease)
  return { calls, tenant: { db, organizationId } }
}

test('does not call a model when the lease was lost while its cost was reserved', async () => {
  const tenant = { db: server.ctx.db, organizationId }
  const { calls } = openLosingRun()
  let isLost = false
  const costs: (number | null)[] = []
  const adapter = await openLlm(server.ctx, tenant, await ada.cannedLlm(model))
  const call = callModel(
    tenant,
    {
      ...calls,
      async reserveCall() {
        isLost = true
        return { end: async (cost) => void costs.push(cost) }
      },
      async assertLeaseHeld() {
        if (isLost) throw leaseLost
      },
    },
    { adapter, request: { prompt: 'Which?' }, step: 'ask', reason: 'extraction' },
  )
  await expect(call).rejects.toBe(leaseLost)
  expect([model.requests.length, costs]).toEqual([0, [null]])
})

test('does not call a model when the lease was lost during the last query before the call', async () => {
  const tenant = { db: server.ctx.db, organizationId }
  const adapter = await openLlm(server.ctx, tenant, await ada.cannedLlm(model))
  const run = openLosingRun()

  const reply = callModel(run.tenant, run.calls, {
    adapter,
    request: { prompt: 'What is it?' },
    step: 'ask',
    reason: 'extraction',
  })

  await expect(reply).rejects.toThrow(leaseLost.message)
  expect(model.requests).toEqual([])
})

test('does not embed when the lease was lost during the last query before the call', async () => {
  const { body } = await ada.person.post('adapter/', {
    adapter_id: 'openai|717a0b0e-3bbc-41dc-9f0c-5689437a1151',
    adapter_name: 'Embedding',
    adapter_type: 'EMBEDDING',
    adapter_metadata: {
      adapter_name: 'Embedding',
      model: 'canned',
      api_base: `${model.url}/v1`,
      api_key: 'key',
    },
  })
  const adapter = await openEmbedding(server.ctx, { db: server.ctx.db, organizationId }, body.id)
  const { tenant, calls } = openLosingRun()

  const vectors = embedTexts(tenant, calls, { adapter, texts: ['a text'], step: 'embed' })

  await expect(vectors).rejects.toThrow(leaseLost.message)
  expect(model.requests).toEqual([])
})

test('does not submit a document when the lease was lost during the last query before the call', async () => {
  const service = await startCannedTextService({ text: { pages: [] } })
  const { body } = await ada.person.post('adapter/', {
    adapter_id: 'llmwhisperer|a5e6b8af-3e1f-4a80-b006-d017e8e67f93',
    adapter_name: 'Service',
    adapter_type: 'X2TEXT',
    adapter_metadata: { url: service.url, unstract_key: 'sesame', adapter_name: 'Service' },
  })
  const adapter = await openTextExtractor(
    server.ctx,
    { db: server.ctx.db, organizationId },
    body.id,
  )
  const { tenant, calls } = openLosingRun()

  const text = extractText(tenant, calls, {
    adapter,
    readingKey: randomUUID(),
    bytes: Buffer.from('%PDF'),
    name: 'a.pdf',
    signal: new AbortController().signal,
  })

  await expect(text).rejects.toThrow(leaseLost.message)
  expect(service.requests).toEqual([])
  await service.close()
})
