import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { insertUsages } from '../usage/usage.port.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile
let requestsBefore = 0

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})
beforeEach(async () => {
  requestsBefore = model.requests.length
  await sql`update usage_month set dollars = 0`.execute(server.ctx.db)
  await setBudget(null)
})

const setBudget = (dollars: number | null, settings: object = { stops_calls: true }) =>
  ada.person.put('usage/budget/', { dollars, ...settings })
const month = async () => (await ada.person.get('usage/budget/')).body
const countCalls = () => model.requests.length - requestsBefore
/** An LLM that costs one dollar per input token. */
const createExpensiveLlm = () => ada.cannedLlm(model, undefined, { input_price: 1_000_000 })

async function createProject() {
  const { tool_id, document_id } = await ada.runnable(invoice, {
    profile: { llm: await createExpensiveLlm() },
  })
  const run = async (key: string) => {
    const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: key, prompt: `What? ${key}` })
    return () => ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  }
  const listOutputs = () =>
    ada.person.get(
      `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}`,
    )
  return { run, kept: listOutputs }
}

test('rejects an invalid budget at its field, and lets only admins set one', async () => {
  const wrong = [
    { dollars: -1 },
    { dollars: 10, warn_percent: 0 },
    { dollars: 10, stops_calls: 'perhaps' },
    {},
  ]
  for (const [index, attr] of ['dollars', 'warn_percent', 'stops_calls', 'dollars'].entries()) {
    const { status, body } = await ada.person.put('usage/budget/', wrong[index])
    expect([status, body.errors[0].attr]).toEqual([400, attr])
  }
  const uma = server.as('user')
  expect((await uma.put('usage/budget/', { dollars: 1 })).status).toBe(403)
  expect((await uma.get('usage/budget/')).body).toMatchObject({ dollars: null, is_stopped: false })
})

test('refuses paid calls in the studio once the budget is spent, keeps earlier answers, and continues when the budget is raised', async () => {
  const { run, kept: readStored } = await createProject()
  const first = await run('a')
  const second = await run('b')
  expect((await first()).status).toBe(202)
  const { cost_in_dollars: cost } = (await month()).month
  expect(cost).toBeGreaterThan(1)
  expect((await setBudget(cost)).body).toMatchObject({ dollars: cost, is_stopped: true })

  const refusal = await second()

  expect(refusal).toMatchObject({ status: 429, body: { errors: [{ code: 'budget_spent' }] } })
  expect(refusal.body.errors[0].detail).toMatch(/^The monthly budget of \$[\d,.]+ is used up: /)
  expect(countCalls()).toBe(1)
  expect((await readStored()).body).toHaveLength(1)
  expect((await month()).month.cost_in_dollars).toBe(cost)

  await setBudget(cost + 0.01)
  expect((await second()).status).toBe(202)
  expect(countCalls()).toBe(2)
  expect((await readStored()).body).toHaveLength(2)
  expect((await month()).is_stopped).toBe(true)
})

test('stops nothing with a budget that only warns, and never stops free calls', async () => {
  const { run } = await createProject()
  await setBudget(0, {})
  expect((await (await run('a'))()).status).toBe(202)

  await setBudget(0)
  const { LLM } = await ada.adapters()
  const free = await ada.runnable(invoice, { profile: { llm: LLM } })
  const { prompt_id: id } = await ada.prompt(free.tool_id, { prompt_key: 'a', prompt: 'Total?' })
  const reply = await ada.person.post(`prompt-studio/fetch_response/${free.tool_id}`, {
    id,
    document_id: free.document_id,
  })

  expect(reply.status).toBe(202)
})

test('fails a file of a deployment with the reason, and processes it once the budget is raised', async () => {
  const fields = [{ key: 'a', prompt: 'What is it?' }]
  const tool = await makeTool(ada.person, {
    name: 'Dear',
    fields,
    sample: invoice,
    llmId: await createExpensiveLlm(),
  })
  const workflow = await makeWorkflow(ada.person, 'Dear', tool.toolId)
  const { path, key } = await makeDeployment(ada.person, 'dear', workflow)
  const send = async () => {
    const files = [{ ...invoice, field: 'files' }]
    const { body } = await server.anonymous.upload(
      path,
      { files, fields: { timeout: '60' } },
      { headers: { authorization: `Bearer ${key}` } },
    )
    return body.message.result[0]
  }
  await setBudget(0)

  expect(await send()).toMatchObject({
    status: 'Failed',
    error: expect.stringContaining('The monthly budget of $0.00 is used up'),
  })
  expect(countCalls()).toBe(0)

  await setBudget(1000)
  expect(await send()).toMatchObject({ status: 'Success' })
  expect(countCalls()).toBe(1)
})

const call = {
  workflow_id: null,
  execution_id: null,
  adapter_id: null,
  run_id: 'many',
  usage_type: 'llm' as const,
  llm_usage_reason: null,
  model_name: 'canned',
  embedding_tokens: 0,
  prompt_tokens: 1,
  completion_tokens: 0,
  total_tokens: 1,
  cost_in_dollars: 0.1,
  seconds: 1,
}

test('counts concurrently stored calls once each, to the cent, and notifies once per threshold', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from organization where slug in ('recto', 'other') order by slug desc`.execute(
    server.ctx.db,
  )
  const [{ id: organization_id }] = rows as [{ id: number }]
  const { status, body } = await ada.person.post('notifications/', {
    name: 'Treasurer',
    url: 'http://127.0.0.1:9/',
    platform: 'API',
    of_budget: true,
    notification_type: 'WEBHOOK',
    authorization_type: 'NONE',
  })
  expect([status, body.api, body.pipeline]).toEqual([201, null, null])
  await setBudget(4, { stops_calls: true, warn_percent: 50 })

  const keys = Array.from({ length: 40 }, (_, i) => `many ${i}`)
  await Promise.all(
    [...keys, ...keys].map((call_key) =>
      insertUsages(server.ctx, [{ organization_id, call_key, ...call }], sql`select 1`),
    ),
  )

  expect(await month()).toMatchObject({ is_stopped: true, month: { cost_in_dollars: 4 } })
  const deliveries = await ada.person.get(`notifications/${body.id}/deliveries/`)
  expect(deliveries.body.results.map((one: { status: string }) => one.status).sort()).toEqual([
    'REACHED',
    'WARNING',
  ])
  // A budget below what is already spent notifies immediately; a higher one does not.
  await setBudget(20)
  await setBudget(4.5)
  await setBudget(1)
  const { body: allDeliveries } = await ada.person.get(`notifications/${body.id}/deliveries/`)
  expect(allDeliveries.results.slice(0, -2).map((one: { status: string }) => one.status)).toEqual([
    'REACHED',
    'WARNING',
  ])
  expect((await ada.person.get('notifications/budget/')).body).toMatchObject([{ id: body.id }])
  const uma = server.as('user')
  expect((await uma.get('notifications/budget/')).status).toBe(403)
  expect((await uma.get(`notifications/${body.id}/`)).status).toBe(404)
  expect((await uma.get('notifications/')).body).toEqual([])
})
