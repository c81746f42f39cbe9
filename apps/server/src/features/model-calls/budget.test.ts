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
let before = 0

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
  before = model.requests.length
  await sql`update usage_month set dollars = 0`.execute(server.ctx.db)
  await budget(null)
})

const budget = (dollars: number | null, more: object = { stops_calls: true }) =>
  ada.person.put('usage/budget/', { dollars, ...more })
const month = async () => (await ada.person.get('usage/budget/')).body
const paid = () => model.requests.length - before
/** A dollar for each token that is read. */
const dear = () => ada.cannedLlm(model, undefined, { input_price: 1_000_000 })

async function anInvoice() {
  const { tool_id, document_id } = await ada.runnable(invoice, { profile: { llm: await dear() } })
  const run = async (key: string) => {
    const { prompt_id: id } = await ada.prompt(tool_id, { prompt_key: key, prompt: `What? ${key}` })
    return () => ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  }
  const kept = () =>
    ada.person.get(
      `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}`,
    )
  return { run, kept }
}

test('a budget that cannot be is refused at its field, and only admins set one', async () => {
  const wrong = [
    { dollars: -1 },
    { dollars: 10, warn_percent: 0 },
    { dollars: 10, stops_calls: 'perhaps' },
    {},
  ]
  for (const [at, attr] of ['dollars', 'warn_percent', 'stops_calls', 'dollars'].entries()) {
    const { status, body } = await ada.person.put('usage/budget/', wrong[at])
    expect([status, body.errors[0].attr]).toEqual([400, attr])
  }
  const uma = server.as('user')
  expect((await uma.put('usage/budget/', { dollars: 1 })).status).toBe(403)
  expect((await uma.get('usage/budget/')).body).toMatchObject({ dollars: null, is_stopped: false })
})

test('in the studio no paid call begins once the budget is spent, what was answered stays, and more of it lets the rest go on', async () => {
  const { run, kept } = await anInvoice()
  const [first, second] = [await run('a'), await run('b')]
  expect((await first()).status).toBe(202)
  const { cost_in_dollars: spent } = (await month()).month
  expect(spent).toBeGreaterThan(1)
  expect((await budget(spent)).body).toMatchObject({ dollars: spent, is_stopped: true })

  const stopped = await second()

  expect(stopped).toMatchObject({ status: 429, body: { errors: [{ code: 'budget_spent' }] } })
  expect(stopped.body.errors[0].detail).toMatch(/^The monthly budget of \$[\d,.]+ is spent: /)
  expect(paid()).toBe(1)
  expect((await kept()).body).toHaveLength(1)
  expect((await month()).month.cost_in_dollars).toBe(spent)

  await budget(spent + 0.01)
  expect((await second()).status).toBe(202)
  expect(paid()).toBe(2)
  expect((await kept()).body).toHaveLength(2)
  expect((await month()).is_stopped).toBe(true)
})

test('a budget that only warns stops nothing, and what costs nothing goes on without any money', async () => {
  const { run } = await anInvoice()
  await budget(0, {})
  expect((await (await run('a'))()).status).toBe(202)

  await budget(0)
  const { LLM } = await ada.adapters()
  const free = await ada.runnable(invoice, { profile: { llm: LLM } })
  const { prompt_id: id } = await ada.prompt(free.tool_id, { prompt_key: 'a', prompt: 'Total?' })
  const answered = await ada.person.post(`prompt-studio/fetch_response/${free.tool_id}`, {
    ...{ id, document_id: free.document_id },
  })

  expect(answered.status).toBe(202)
})

test('a file of a deployment says what stopped it, and the same file goes through once there is more', async () => {
  const fields = [{ key: 'a', prompt: 'What is it?' }]
  const tool = await makeTool(ada.person, {
    ...{ name: 'Dear', fields, sample: invoice, llmId: await dear() },
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
  await budget(0)

  expect(await send()).toMatchObject({
    status: 'Failed',
    error: expect.stringContaining('The monthly budget of $0.00 is spent'),
  })
  expect(paid()).toBe(0)

  await budget(1000)
  expect(await send()).toMatchObject({ status: 'Success' })
  expect(paid()).toBe(1)
})

const call = {
  ...{ workflow_id: null, execution_id: null, adapter_id: null, run_id: 'many' },
  ...{ usage_type: 'llm' as const, llm_usage_reason: null, model_name: 'canned' },
  ...{ embedding_tokens: 0, prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 },
  ...{ cost_in_dollars: 0.1, seconds: 1 },
}

test('calls that are stored at once are all counted, each once and to the cent, and each line is told of once', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from organization where slug in ('recto', 'other') order by slug desc`.execute(
    server.ctx.db,
  )
  const [{ id: organization_id }] = rows as [{ id: number }]
  const { status, body } = await ada.person.post('notifications/', {
    ...{ name: 'Treasurer', url: 'http://127.0.0.1:9/', platform: 'API', of_budget: true },
    ...{ notification_type: 'WEBHOOK', authorization_type: 'NONE' },
  })
  expect([status, body.api, body.pipeline]).toEqual([201, null, null])
  await budget(4, { stops_calls: true, warn_percent: 50 })

  const keys = Array.from({ length: 40 }, (_, i) => `many ${i}`)
  await Promise.all(
    [...keys, ...keys].map((call_key) =>
      insertUsages(server.ctx, [{ organization_id, call_key, ...call }], sql`select 1`),
    ),
  )

  expect(await month()).toMatchObject({ is_stopped: true, month: { cost_in_dollars: 4 } })
  const told = await ada.person.get(`notifications/${body.id}/deliveries/`)
  expect(told.body.results.map((one: { status: string }) => one.status).sort()).toEqual([
    'REACHED',
    'WARNING',
  ])
  // Drawn below what is spent already, it is told of at once; drawn higher, it is not.
  await budget(20)
  await budget(4.5)
  await budget(1)
  const { body: all } = await ada.person.get(`notifications/${body.id}/deliveries/`)
  expect(all.results.slice(0, -2).map((one: { status: string }) => one.status)).toEqual([
    'REACHED',
    'WARNING',
  ])
  expect((await ada.person.get('notifications/budget/')).body).toMatchObject([{ id: body.id }])
  const uma = server.as('user')
  expect((await uma.get('notifications/budget/')).status).toBe(403)
  expect((await uma.get(`notifications/${body.id}/`)).status).toBe(404)
  expect((await uma.get('notifications/')).body).toEqual([])
})
