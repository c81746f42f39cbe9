import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
const workflow = '6f2d0000-0000-4000-8000-000000000001'
const hash = 'ab'.repeat(32)
const today = new Date()
const hoursAgo = (hours: number) => new Date(today.getTime() - hours * 3_600_000)

beforeAll(async () => {
  server = await startServer()
  server.as('user', { organization: 'other' })
  await server.as('user').get('metrics/health/')
})
afterAll(() => server?.close())

const ask = (path: string) => server.as('user').get(`metrics/${path}`)

type PastExecution = {
  readonly at: Date
  readonly status?: 'COMPLETED' | 'ERROR'
  readonly pages?: number
  readonly tokens?: number
  readonly cost?: number
}

/** A request of a deployment with one file and one call of a model, as the feature modules would have stored it. */
async function happen({
  at: time,
  status = 'COMPLETED',
  pages = 1,
  tokens = 10,
  cost = 0.5,
}: PastExecution) {
  const { rows } = await sql<{ id: string; org: number }>`
    insert into execution (organization_id, workflow_id, workflow_name, pipeline_id, pipeline_name, entity,
      status, plan_hash, created_at)
    select id, ${workflow}, 'Orders', ${workflow}, 'orders', 'API', ${status}, 'x', ${time}
    from organization where slug = 'recto' returning id, organization_id as org`.execute(
    server.ctx.db,
  )
  const { id, org } = rows[0]!
  await sql`insert into stored_document (organization_id, hash, size, mime_type)
    values (${org}, ${hash}, 1, 'application/pdf') on conflict do nothing`.execute(server.ctx.db)
  const files = await sql<{ id: string }>`
    insert into file_execution (id, organization_id, execution_id, file_name, file_size, file_hash, mime_type,
      status, pages, started_at, finished_at, created_at)
    values (gen_random_uuid(), ${org}, ${id}, 'order.pdf', 1, ${hash}, 'application/pdf', ${status}, ${pages},
      ${time}, ${time}::timestamptz + interval '2 seconds', ${time}) returning id`.execute(
    server.ctx.db,
  )
  const file = files.rows[0]!.id
  await sql`
    insert into usage_record (organization_id, call_key, execution_id, run_id, usage_type, llm_usage_reason,
      model_name, embedding_tokens, prompt_tokens, completion_tokens, total_tokens, cost_in_dollars, seconds, created_at)
    values (${org}, ${`call ${file}`}, ${id}, ${file}, 'llm', 'extraction', 'canned', 0, ${tokens}, 0,
      ${tokens}, ${cost}, 1, ${time})`.execute(server.ctx.db)
}

test('a period that ends before it begins, or is longer than a year, is refused', async () => {
  const periods = ['start_date=2026-02-01&end_date=2026-01-01', 'start_date=2024-01-01']
  for (const path of ['', 'summary/', 'series/', 'live-series/', 'workflow-token-usage/']) {
    for (const period of periods) {
      const { status, body } = await ask(`${path}?${period}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ type: 'validation_error', errors: [{ attr: 'start_date' }] })
    }
  }
  expect((await ask('series/?granularity=minute')).body.errors[0]).toMatchObject({
    attr: 'granularity',
  })
  expect((await ask('recent-activity/?limit=51')).status).toBe(400)
  expect((await ask('overview/?start_date=yesterday')).status).toBe(200)
})

test('where nothing happened there is nothing to show', async () => {
  expect((await ask('')).body).toEqual([])
  expect((await ask('summary/')).body).toMatchObject({ source: 'daily', summary: [] })
  expect((await ask('series/')).body).toMatchObject({ granularity: 'day', series: [] })
  expect((await ask('overview/')).body).toMatchObject({
    period: { days: 7 },
    totals: [],
    daily_trend: [],
  })
  expect((await ask('recent-activity/')).body).toEqual({ activity: [] })
  expect((await ask('health/')).body).toMatchObject({ healthy: true })
})

test('what was added up and what has just happened make one sum, and the same one as counted anew', async () => {
  await happen({ at: hoursAgo(0.1), pages: 2, cost: 0.25 })
  await happen({ at: hoursAgo(30), status: 'ERROR', pages: 4 })
  // The hours before were added up by an earlier test, and a later event of them is not seen twice.
  await sql`update metric_rollup set rolled_until = now() - interval '48 hours'`.execute(
    server.ctx.db,
  )
  await happen({ at: hoursAgo(31), pages: 3 })

  const first = (await ask('summary/')).body.summary
  const refreshedSummary = (await ask('summary/?refresh=true')).body.summary
  const live = (await ask('live-summary/')).body

  const byName = Object.fromEntries(
    first.map((one: { metric_name: string }) => [one.metric_name, one]),
  )
  expect(byName).toMatchObject({
    documents_processed: { metric_type: 'counter', total_value: 2, total_count: 2 },
    pages_processed: {
      metric_type: 'histogram',
      total_value: 5,
      total_count: 2,
      average_value: 2.5,
      min_value: 2,
      max_value: 3,
    },
    failed_pages: { total_value: 4, total_count: 1 },
    llm_usage: { total_value: 1.25, total_count: 3 },
    deployed_api_requests: { total_value: 3 },
  })
  expect(refreshedSummary).toEqual(first)
  expect(live).toMatchObject({ source: 'live', summary: first })
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from metric_hour`.execute(server.ctx.db)
  expect(rows[0]?.count).toBeGreaterThanOrEqual(6)
})

test('hours that were added up outlive what happened in them', async () => {
  await sql`delete from execution where created_at < now() - interval '20 hours'`.execute(
    server.ctx.db,
  )

  const cachedSummary = (await ask('summary/?metric_name=deployed_api_requests')).body.summary
  const live = (await ask('live-summary/?metric_name=deployed_api_requests')).body.summary

  expect(cachedSummary).toMatchObject([{ metric_name: 'deployed_api_requests', total_value: 3 }])
  expect(live).toMatchObject([{ metric_name: 'deployed_api_requests', total_value: 1 }])
})

test('a series has the grain that was asked for, but no finer one than its source', async () => {
  const hours = (await ask(`series/?granularity=hour&source=hourly&metric_name=llm_calls`)).body
  const days = (await ask('series/?granularity=hour&metric_name=llm_calls')).body
  const months = (await ask(`series/?start_date=${hoursAgo(24 * 100).toISOString()}`)).body

  expect(hours.series[0].data).toHaveLength(3)
  expect(hours.series[0]).toMatchObject({ project: 'default', tag: null, total_value: 3 })
  expect(days).toMatchObject({ source: 'daily', granularity: 'hour' })
  for (const { timestamp } of days.series[0].data) expect(timestamp).toContain('T00:00:00')
  expect(months.source).toBe('monthly')
  for (const { timestamp } of months.series[0].data) expect(timestamp).toContain('-01T00:00:00')
  expect((await ask('series/?project=another')).body.series).toEqual([])
})

test('each row can be asked for by its id, and no other', async () => {
  const rows = (await ask('?source=hourly')).body
  const [row] = rows

  expect(rows.length).toBeGreaterThan(5)
  expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(rows.length)
  expect((await ask(`${row.id}/`)).body).toEqual(row)
  expect((await ask(`${workflow}/`)).status).toBe(404)
  expect((await ask('no-id/')).status).toBe(404)
})

test('what was done last, and what each deployment has used', async () => {
  const { activity } = (await ask('recent-activity/?limit=1')).body
  const usage = (await ask(`workflow-token-usage/?start_date=${hoursAgo(24 * 100).toISOString()}`))
    .body

  expect(activity).toMatchObject([
    { type: 'api', file_name: 'order.pdf', workflow_name: 'Orders', execution_time: 2, cost: 0.25 },
  ])
  expect(usage).toMatchObject({ deployment_type: 'API', range_truncated: true })
  expect(usage.deployments).toMatchObject([
    {
      deployment_name: 'orders',
      execution_count: 1,
      completed_executions: 1,
      total_tokens: 10,
      call_count: 1,
      total_pages_processed: 2,
    },
  ])
  expect((await ask('workflow-token-usage/?deployment_type=ETL')).body.deployments).toEqual([])
})

test('another organization sees nothing of it', async () => {
  const stranger = server.as('user', { organization: 'other' })

  expect((await stranger.get('metrics/summary/')).body.summary).toEqual([])
  expect((await stranger.get('metrics/recent-activity/')).body.activity).toEqual([])
  expect((await stranger.get('metrics/workflow-token-usage/')).body.deployments).toEqual([])
})

test('a person who has asked a thousand times within an hour is told when to ask again, and nobody else is', async () => {
  const admin = server.as('admin')
  expect((await admin.get('metrics/summary/')).status).toBe(200)
  await sql`update metric_call_count set calls = 999 where calls = 1`.execute(server.ctx.db)

  expect((await admin.get('metrics/series/')).status).toBe(200)
  const refusedReply = await admin.get('metrics/series/')
  expect(refusedReply).toMatchObject({
    status: 429,
    body: { errors: [{ code: 'throttled', attr: null }] },
  })
  expect(Number(refusedReply.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect((await admin.get('metrics/health/')).status).toBe(429)
  expect((await ask('series/')).status).toBe(200)

  await sql`update metric_call_count set began_at = now() - interval '61 minutes'`.execute(
    server.ctx.db,
  )
  expect((await admin.get('metrics/series/')).status).toBe(200)
})
