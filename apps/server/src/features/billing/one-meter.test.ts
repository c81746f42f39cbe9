import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findJobState } from '../../testing/find-job-state.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { checkPrices } from './check-prices.ts'
import { endSubscription } from './end-subscription.ts'
import { checkSums } from './metering/check-sums.ts'
import { enqueueReports } from './metering/enqueue-reports.ts'
import { reportUsage } from './metering/report-usage.ts'
import {
  buyStarter,
  idOfOrganization,
  openCannedStripe,
  sellingBy,
  storeTextUsage,
} from './testing/canned-billing.ts'

/** The meters of the provider count for a customer; each page is on one invoice all the same. */

let server: TestServer
let stripe: CannedStripe
beforeAll(async () => {
  stripe = await openCannedStripe()
  server = await startServer({ env: { ...sellingBy(stripe), RECTO_TEXT_FREE_PAGES: '100' } })
  return async () => {
    await server.close()
    await stripe.close()
  }
})
afterEach(() => {
  vi.useRealTimers()
})

type Subscription = ReturnType<CannedStripe['pay']>

const starter = 'recto-cloud-starter'
const day = 24 * 60 * 60 * 1000

const admin = (organization: string) =>
  server.as('admin', { organization, name: `o-${organization}` })

const organizationId = async (slug: string): Promise<number> =>
  idOfOrganization(server, admin(slug), slug)

const report = async (slug: string) =>
  reportUsage(server.ctx, { organizationId: await organizationId(slug) })

const buy = async (slug: string) =>
  buyStarter(server, {
    person: admin(slug),
    stripe,
    organizationId: await organizationId(slug),
  })

const readTexts = async (slug: string, pages: number) =>
  storeTextUsage(server.ctx.db, { organizationId: await organizationId(slug), pages })

const pass = (days: number) => vi.setSystemTime(Date.now() + days * day)

const sumBilledPages = ({ id }: Subscription): number =>
  stripe
    .billedLines()
    .filter(({ subscription }) => subscription === id)
    .reduce((sum, { quantity = 0 }) => sum + quantity, 0)

test('pages after a cancelled plan was bought again are billed by the new subscription only', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await buy('again')
  pass(5)
  await readTexts('again', 1070)
  await admin('again').post('subscription/cancel/', { product_id: first.id })
  pass(5)
  const second = await buy('again')
  pass(10)
  await readTexts('again', 1500)
  pass(1)
  await report('again')
  pass(15)
  stripe.renew()
  pass(10)
  stripe.renew()

  expect(first.status).toBe('canceled')
  expect([sumBilledPages(first), sumBilledPages(second)]).toEqual([70, 500])
})

test('a subscription that comes back into use bills its pages again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await buy('back')
  await admin('back').post('subscription/cancel/', { product_id: first.id })
  pass(1)
  const second = await buy('back')
  const meteredBetween = first.prices.filter((price) => price.endsWith('-overage'))
  pass(1)
  Object.assign(second, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
  await report('back')
  pass(2)
  await readTexts('back', 1200)
  pass(1)
  await report('back')
  pass(27)
  stripe.renew()

  expect(meteredBetween).toEqual([])
  expect([sumBilledPages(first), sumBilledPages(second)]).toEqual([200, 0])
})

const countPages = async (slug: string): Promise<number> => {
  const { rows } = await sql<{ pages: number }>`
    select sum(pages)::float8 as pages from billing_usage_day
    where organization_id = ${await organizationId(slug)}
  `.execute(server.ctx.db)
  return rows[0]?.pages ?? 0
}

test('the last pages of a subscription that has outlived a newer one are billed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const older = await buy('outlived')
  pass(1)
  const newer = await buyBehindItsBack(older.customer)
  await report('outlived')
  pass(2)
  Object.assign(newer, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
  await report('outlived')
  pass(5)
  await readTexts('outlived', 1050)
  pass(1)
  await report('outlived')
  older.cancel_at_period_end = true
  vi.setSystemTime(older.periodEnd * 1000 - 60_000)
  await readTexts('outlived', 7)
  vi.setSystemTime(older.periodEnd * 1000 + 60_000)
  stripe.renew()
  await report('outlived')

  expect([older.status, sumBilledPages(older), sumBilledPages(newer)]).toEqual(['canceled', 57, 0])
})

test('pages are counted once, whichever of two subscriptions comes back into use', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const older = await buy('resumed')
  pass(1)
  const newer = await buyBehindItsBack(older.customer)
  await report('resumed')
  pass(1)
  newer.cancel_at_period_end = true
  await report('resumed')
  pass(1)
  await readTexts('resumed', 1020)
  pass(1)
  await report('resumed')
  newer.cancel_at_period_end = false
  await report('resumed')
  pass(1)
  await readTexts('resumed', 1030)
  pass(1)
  await report('resumed')
  pass(30)
  stripe.renew()

  expect(await countPages('resumed')).toBe(2050)
  expect([sumBilledPages(older), sumBilledPages(newer)]).toEqual([20, 30])
})

test('a subscription that was renewed and has ended before anybody heard of it covers the time between', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const older = await buy('renewed')
  pass(1)
  const newer = await buyBehindItsBack(older.customer)
  await report('renewed')
  pass(29)
  stripe.renew()
  await report('renewed')
  vi.setSystemTime(newer.periodEnd * 1000 + 60_000)
  stripe.renew()
  await readTexts('renewed', 30)
  pass(1)
  Object.assign(newer, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
  pass(1)
  await readTexts('renewed', 7)
  pass(1)
  await report('renewed')
  const { rows } = await sql`
    select subscription_id as id, sum(pages)::integer as pages from billing_usage_day
    where organization_id = ${await organizationId('renewed')} group by 1 order by 2
  `.execute(server.ctx.db)

  expect(rows).toEqual([
    { id: older.id, pages: 7 },
    { id: newer.id, pages: 30 },
  ])
})

test('a subscription that was bought and has ended before anybody heard of it covers no page a second time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const older = await buy('unheard')
  pass(1)
  const newer = await buyBehindItsBack(older.customer)
  pass(1)
  await readTexts('unheard', 1010)
  pass(1)
  Object.assign(newer, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
  pass(1)
  await readTexts('unheard', 5)
  pass(1)
  await report('unheard')

  expect(await countPages('unheard')).toBe(1015)
})

test('the last invoice of a subscription that ends with a refund contains pages that nobody had reported', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = await buy('ending')
  pass(1)
  await readTexts('ending', 1040)
  pass(1)
  const { db } = server.ctx
  const due = db.updateTable('billing_subscription').set({ refund_due_at: new Date() })
  await due.where('subscription_id', '=', first.id).execute()
  await endSubscription(server.ctx, {
    organizationId: await organizationId('ending'),
    subscriptionId: first.id,
  })

  expect([first.status, sumBilledPages(first)]).toEqual(['canceled', 40])
})

test('the alarm about a second subscription stays until its refund is made', async () => {
  const first = await buy('pair')
  await buyBehindItsBack(first.customer)
  await report('pair')
  const kinds = async () => {
    const { body } = await admin('pair').get('subscription/ledger/')
    return body.alarms.map(({ kind }: { kind: string }) => kind)
  }
  await admin('pair').post('subscription/end/', { subscription_id: first.id })
  // The provider ends it, and the refund fails.
  Object.assign(first, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
  await report('pair')
  const early = await kinds()
  await endSubscription(server.ctx, {
    organizationId: await organizationId('pair'),
    subscriptionId: first.id,
  })

  expect([early, await kinds()]).toEqual([['second_subscription'], []])
})

async function buyBehindItsBack(customer: string): Promise<Subscription> {
  const body = new URLSearchParams({
    customer,
    'line_items[0][price]': `price_${starter}`,
    'line_items[0][quantity]': '1',
    'line_items[1][price]': `price_${starter}-overage`,
    'subscription_data[metadata][product]': 'platform',
  })
  const reply = await fetch(`${stripe.url}/v1/checkout/sessions`, { method: 'POST', body })
  return stripe.pay(((await reply.json()) as { id: string }).id)
}

test('a refund that is left is tried again every hour', async () => {
  const { id } = await buy('owed')
  const { db } = server.ctx
  const due = db.updateTable('billing_subscription').set({ refund_due_at: new Date() })
  await due.where('subscription_id', '=', id).execute()
  await enqueueReports(server.ctx)
  const key = `billing-end:${id}:${new Date().toISOString().slice(0, 13)}`

  expect(await findJobState(server.ctx, key)).toBeDefined()
})

test('a report that was sent just now for an earlier day is a difference only once the sum should contain it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { id } = await buy('recent')
  pass(3)
  // The sum of the provider lacks what it has received just now.
  await sql`
    insert into billing_report (organization_id, subscription_id, period_began_at, meter, pages, at, tried_at, counted_at)
    select organization_id, subscription_id, began_at, 'recto_pages_beyond_plan', 40, ${new Date(Date.now() - day)},
      ${new Date()}, ${new Date()}
    from billing_period where subscription_id = ${id}
  `.execute(server.ctx.db)
  const check = async () => {
    await checkSums(server.ctx, { organizationId: await organizationId('recent') })
    const { body } = await admin('recent').get('subscription/ledger/')
    return body.alarms.map(({ kind }: { kind: string }) => kind)
  }
  const early = await check()
  pass(1)

  expect([early, await check()]).toEqual([[], ['sum_differs']])
})

test.each([
  ['with tiers has no single sum of cents', { cents: Number.NaN }],
  ['in another currency', { currency: 'eur' }],
  ['of nothing', { cents: 0 }],
  ['below nothing', { cents: -9900 }],
  ['for another interval', { interval: 'year' }],
  ['of a meter', { meter: 'recto_pages_beyond_plan' }],
] as const)('a price %s is a difference', async (_, change) => {
  const price = { key: starter, cents: 9900, interval: 'month' } as const
  const openAlarms = () =>
    server.ctx.db
      .selectFrom('billing_alarm')
      .select('subject')
      .where('kind', '=', 'price_differs')
      .where('settled_at', 'is', null)
      .execute()
  stripe.setPrice({ ...price, ...change })
  await checkPrices(server.ctx)
  const alarms = await openAlarms()
  stripe.setPrice(price)
  await checkPrices(server.ctx)

  expect(alarms).toEqual([{ subject: starter }])
  expect(await openAlarms()).toEqual([])
})

test('reports of processes of the version before join the lines of their day, and are not made again for earlier days', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { id } = await buy('upgraded')
  pass(1)
  await readTexts('upgraded', 1030)
  pass(1)
  await readTexts('upgraded', 50)
  const reportedAt = new Date()
  // As an earlier version inserts it: all pages beyond the plan at the time of the report.
  await sql`
    insert into billing_report (organization_id, subscription_id, period_began_at, meter, pages, at, tried_at, counted_at)
    select organization_id, subscription_id, began_at, 'recto_pages_beyond_plan', 80, ${reportedAt}, ${reportedAt}, ${reportedAt}
    from billing_period where subscription_id = ${id}
  `.execute(server.ctx.db)
  await readTexts('upgraded', 20)
  pass(1)
  await report('upgraded')
  const { rows } = await sql`
    select kind, pages::integer as pages, day = ${reportedAt.toISOString().slice(0, 10)}::date as is_late
    from billing_report where subscription_id = ${id} order by at
  `.execute(server.ctx.db)

  expect(rows).toEqual([
    { kind: 'platform', pages: 80, is_late: true },
    { kind: 'text', pages: 20, is_late: true },
  ])
})
