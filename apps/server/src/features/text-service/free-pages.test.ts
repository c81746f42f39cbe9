import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { findTextJob, type TextJobRow } from './jobs/text-jobs.store.ts'
import { showTextKey } from './keys/text-keys.ts'
import { completeJob } from './results/complete-job.ts'
import { drawPages } from './testing/draw-pages.ts'
import { startTextService, type TextService } from './testing/start-text-service.ts'
import type { TextClient } from './testing/text-client.ts'
import { planOf } from './usage/plan-of.ts'
import { sumUpUsage } from './usage/sum-up-usage.ts'

/** An installation that reads 100 pages a day for each organization. */

let service: TextService
let sevenPages: Uint8Array

beforeAll(async () => {
  service = await startTextService({ env: { RECTO_TEXT_FREE_PAGES: '100' } })
  sevenPages = await drawPages(...Array.from({ length: 7 }, (_, i) => [`Page ${i + 1}`]))
})
afterAll(() => service?.close())

let copies = 0
/** The same pages in a file that nobody has sent yet. */
const nextCopy = () => Buffer.concat([sevenPages, Buffer.from(`\n% ${copies++}\n`)])

const options = { mode: 'native_text' }
const send = (client: TextClient, query = {}) =>
  client.ask('POST', '/whisper', { body: nextCopy(), query: { ...options, ...query } })
const today = async (client: TextClient) =>
  (await client.ask('GET', '/get-usage-info')).body.today_page_count

async function jobOf(tenant: Tenant, whisperHash: string): Promise<TextJobRow> {
  const job = await findTextJob(tenant, { whisperHash })
  if (!job) throw new Error('There is no such job.')
  return job
}

test('[TX-058] [TX-059] of 50 documents of 7 pages at once exactly 14 are taken, and the others are told when the next day begins', async () => {
  const { client } = service
  const replies = await Promise.all(Array.from({ length: 50 }, () => send(client)))
  const refusedReplies = replies.filter(({ status }) => status === 402)

  expect(replies.filter(({ status }) => status === 202)).toHaveLength(14)
  expect(refusedReplies).toHaveLength(36)
  const tomorrow = new Date(Math.ceil((Date.now() + 1) / 86_400_000) * 86_400_000).toISOString()
  for (const { headers, body } of refusedReplies) {
    expect(headers).toMatchObject({ 'x-quota-reset': tomorrow })
    expect(headers).not.toHaveProperty('retry-after')
    expect(body).toEqual({
      message: `The free plan includes 100 pages per day. 2 are left today, and the document has 7. The next day begins at ${tomorrow.slice(0, 10)} 00:00 UTC.`,
    })
  }
  expect((await client.ask('GET', '/get-usage-info')).body).toMatchObject({
    subscription_plan: 'recto-free',
    daily_quota: 100,
    today_page_count: 98,
    monthly_quota: -1,
    current_page_count: -1,
    overage_page_count: -1,
  })
  expect((await send(client, { pages_to_extract: '2-3' })).status).toBe(202)
  const last = await send(client, { pages_to_extract: '1' })
  expect(last).toMatchObject({
    status: 402,
    body: { message: expect.stringContaining('0 are left today. The next') },
  })
})

test('a file for later jobs is kept only while pages of the day are left', async () => {
  const client = await service.of('files')
  const tenant = await service.tenantOf('files')
  const { db, organizationId } = tenant
  const form = new FormData()
  form.set('file', new File(['Total 12.50'], 'bill.txt'))
  const upload = async () =>
    fetch(`${service.server.origin}/api/v1/beta/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await showTextKey(service.server.ctx, tenant)}` },
      body: form,
    })
  await client.untilDone(await client.upload(nextCopy(), options))
  const keptReply = await upload()
  await db
    .updateTable('text_quota_day')
    .set({ pages: 100 })
    .where('organization_id', '=', organizationId)
    .execute()
  const refusedReply = await upload()

  expect(keptReply.status).toBe(200)
  expect(refusedReply.status).toBe(402)
  expect(await refusedReply.text()).toContain('0 are left today. The next day begins')
})

test('a document that is sent again takes nothing, and one that cannot be read gives back what it took', async () => {
  const client = await service.of('again')
  const bytes = nextCopy()
  const query = { ...options, pages_to_extract: '1-2,9' }
  const first = await client.upload(bytes, query)
  const second = await client.upload(bytes, query)
  await client.untilDone(first)
  const brokenHash = await client.upload(`%PDF-1.7\n${randomUUID()}`, options)

  expect(second).toBe(first)
  expect((await client.untilDone(brokenHash)).status).toBe('error')
  expect(await today(client)).toBe(2)
})

test('a job that ends on the next day is settled on the day that its pages were taken of', async () => {
  const client = await service.of('midnight')
  const tenant = await service.tenantOf('midnight')
  const { db, organizationId } = tenant
  const hash = await client.upload(nextCopy(), options)
  await client.untilDone(hash)
  const { id } = await jobOf(tenant, hash)
  await sql`
    update text_job set status = 'processing', reserved_day = reserved_day - 1 where id = ${id}
  `.execute(db)
  await sql`
    update text_quota_day set day = day - 1, pages = 100 where organization_id = ${organizationId}
  `.execute(db)

  const allowedReply = await send(client)
  const job = await jobOf(tenant, hash)
  await completeJob(service.server.ctx, tenant, { job, outcome: { status: 'error', error: 'x' } })
  const days = await db
    .selectFrom('text_quota_day')
    .select('pages')
    .where('organization_id', '=', organizationId)
    .orderBy('day')
    .execute()

  expect(allowedReply.status).toBe(202)
  expect(days).toEqual([{ pages: 93 }, { pages: 7 }])
})

test('days that are over are summed up once, by key, plan, mode and tag, and done again where they differ', async () => {
  const client = await service.of('sums')
  const tenant = await service.tenantOf('sums')
  const { db, organizationId } = tenant
  const keyA = randomUUID()
  const keyB = randomUUID()
  await sql`
    insert into text_usage (job_id, organization_id, whisper_hash, mode, tag, processed_pages,
      requested_pages, total_pages, file_size, key_id, plan, started_at, finished_at)
    select gen_random_uuid(), ${organizationId}, 'h', (array['form', 'low_cost'])[n % 2 + 1], 'audit', 3, 3, 3, 1,
      (array[${keyA}, ${keyB}, null])[n % 3 + 1]::uuid, 'recto-free', at, at
    from generate_series(0, 599) as n, lateral (select now() - n * interval '2 hours' as at) as times
  `.execute(db)
  const from_date = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  const usage = async () =>
    (await client.ask('GET', '/usage', { query: { tag: 'audit', from_date } })).body.usage
  const sums = async () => {
    const { rows } = await sql<{ pages: number; jobs: number; days: number; lines: number }>`
      select sum(pages)::float8 as pages, sum(jobs)::float8 as jobs,
        count(distinct day)::float8 as days, count(*)::float8 as lines
      from text_usage_day where organization_id = ${organizationId}
    `.execute(db)
    return rows[0]
  }
  const raw = await usage()
  await Promise.all([
    sumUpUsage(service.server.ctx, tenant),
    sumUpUsage(service.server.ctx, tenant),
  ])
  const totals = await sums()

  expect(raw).toEqual([
    { service_type: 'form', pages_processed: 900 },
    { service_type: 'low_cost', pages_processed: 900 },
  ])
  expect(await usage()).toEqual(raw)
  // Today is not over; each day has six pairs of a key and a mode.
  expect(totals?.jobs).toBeGreaterThanOrEqual(600 - 13)
  expect(totals?.pages).toBe(Number(totals?.jobs) * 3)
  expect(Number(totals?.lines)).toBeLessThanOrEqual(Number(totals?.days) * 6)

  await sql`
    update text_usage_day set pages = pages + 5
    where organization_id = ${organizationId} and day = (now() at time zone 'UTC')::date - 2
  `.execute(db)
  expect(await usage()).not.toEqual(raw)
  await sumUpUsage(service.server.ctx, tenant)
  expect(await sums()).toEqual(totals)
})

test('who pays for a plan is not bounded, and is again when it has ended', async () => {
  const paidConfig = { ...service.server.ctx.config, textFreePagesPerDay: 5 }
  const billing = {
    secretKey: 's',
    publicKey: 'p',
    webhookSecret: 'w',
    url: undefined,
    graceDays: 7,
    secondSubscription: 'ask' as const,
    demoUrl: undefined,
    contactUrl: undefined,
  }
  const tenant = await service.tenantOf('paying')
  const { organizationId } = tenant
  const plan = async () => (await planOf({ ...paidConfig, billing }, tenant)).pagesPerDay
  const initialLimit = await plan()
  await sql`
    insert into billing_subscription (organization_id, product, subscription_id, plan_id, status,
      ends_with_period, period_began_at, period_ends_at, asked_at)
    values (${organizationId}, 'platform', 'sub_text', 'p', 'past_due', true, now(), now(), now())
  `.execute(tenant.db)
  const paidLimit = await plan()
  await sql`
    update billing_subscription set status = 'canceled' where organization_id = ${organizationId}
  `.execute(tenant.db)

  expect([initialLimit, paidLimit, await plan()]).toEqual([5, undefined, 5])
})

test('what a key has used stays its own when the key is gone', async () => {
  const client = await service.of('gone')
  const tenant = await service.tenantOf('gone')
  const { hash } = await client.read(nextCopy(), options)
  const { id, key_id } = await jobOf(tenant, hash)
  await tenant.db
    .deleteFrom('text_service_key')
    .where('organization_id', '=', tenant.organizationId)
    .execute()
  const usageRows = await tenant.db
    .selectFrom('text_usage')
    .select(['key_id', 'plan', 'processed_pages'])
    .where('organization_id', '=', tenant.organizationId)
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow()

  expect(key_id).not.toBeNull()
  expect(usageRows).toEqual({ key_id, plan: 'recto-free', processed_pages: 7 })
})
