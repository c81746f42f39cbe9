import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { createUsageTally, insertUsages, presentUsageByModel, sumUsage } from './usage.port.ts'

let server: TestServer
const runId = '6f2d0000-0000-4000-8000-000000000001'

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server?.close())

const ask = (query: string) => server.as('user').get(`usage/get_token_usage/${query}`)

async function findTenant() {
  const { id } = await server.ctx.db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', 'recto')
    .executeTakeFirstOrThrow()
  return { db: server.ctx.db, organizationId: id }
}

test('rejects a request without a run or with an invalid run id', async () => {
  const withoutRun = await ask('')
  const withInvalidRun = await ask('?run_id=today')

  expect(withoutRun.body.errors[0]).toMatchObject({ attr: 'run_id', code: 'required' })
  expect(withInvalidRun.status).toBe(400)
})

test('returns null for a run without usage', async () => {
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

test('sums the calls of a run, counts a repeated call once, and hides them from other organizations', async () => {
  const tenant = await findTenant()
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
  const tally = createUsageTally()
  for (const usage of calls) {
    const ownedUsage = { organization_id: tenant.organizationId, ...usage }
    await insertUsages(tenant, [ownedUsage], sql`select 1`)
    tally.add(usage)
  }

  const { body } = await ask(`?run_id=${runId}`)
  const stranger = server.as('user', { organization: 'elsewhere' })
  const otherReply = await stranger.get(`usage/get_token_usage/?run_id=${runId}`)
  expect(body).toMatchObject({ prompt_tokens: 200, total_tokens: 210, cost_in_dollars: 0.5 })
  expect(otherReply.body.total_tokens).toBeNull()
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
