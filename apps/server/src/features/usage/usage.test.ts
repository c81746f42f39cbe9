import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { insertUsages, openTally, presentUsageByModel, sumUsage } from './usage.port.ts'

let server: TestServer
const runId = '6f2d0000-0000-4000-8000-000000000001'

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server?.close())

const ask = (query: string) => server.as('user').get(`usage/get_token_usage/${query}`)

async function tenantOfHome() {
  const { id } = await server.ctx.db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', 'recto')
    .executeTakeFirstOrThrow()
  return { db: server.ctx.db, organizationId: id }
}

test('a request without a run, or with one that is no id, is refused', async () => {
  const missing = await ask('')
  const malformed = await ask('?run_id=today')

  expect(missing.body.errors[0]).toMatchObject({ attr: 'run_id', code: 'required' })
  expect(malformed.status).toBe(400)
})

test('the usage of a run that used nothing is null', async () => {
  expect(await ask(`?run_id=${runId}`)).toMatchObject({
    status: 200,
    body: {
      embedding_tokens: null,
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
      cost_in_dollars: null,
    },
  })
})

test('calls of a run add up, a repeated one counts once, and others see nothing of it', async () => {
  const tenant = await tenantOfHome()
  const call = {
    workflow_id: null,
    execution_id: null,
    adapter_id: null,
    run_id: runId,
    usage_type: 'llm' as const,
    llm_usage_reason: 'extraction' as const,
    model_name: 'canned',
    embedding_tokens: 0,
    prompt_tokens: 100,
    completion_tokens: 5,
    total_tokens: 105,
    cost_in_dollars: null,
    seconds: 1,
  }
  const calls = [
    { ...call, call_key: 'a' },
    { ...call, call_key: 'a' },
    { ...call, call_key: 'b', cost_in_dollars: 0.5 },
  ]
  const tally = openTally()
  for (const one of calls) {
    const owned = { organization_id: tenant.organizationId, ...one }
    await insertUsages(tenant, [owned], sql`select 1`)
    tally.add(one)
  }

  const { body } = await ask(`?run_id=${runId}`)
  const stranger = server.as('user', { organization: 'elsewhere' })
  const elsewhere = await stranger.get(`usage/get_token_usage/?run_id=${runId}`)
  expect(body).toMatchObject({ prompt_tokens: 200, total_tokens: 210, cost_in_dollars: 0.5 })
  expect(elsewhere.body.total_tokens).toBeNull()
  const sums = await sumUsage(tenant, [runId])
  expect(tally.sums()).toEqual(sums)
  expect(presentUsageByModel(sums)).toEqual({
    extraction_llm: [
      {
        model_name: 'canned',
        cost_in_dollars: '0.5',
        input_tokens: 200,
        output_tokens: 10,
        total_tokens: 210,
      },
    ],
  })
})
