import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findJobState } from '../../testing/find-job-state.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { receiveEvent } from './events/receive-event.ts'
import { refreshSubscription } from './events/refresh-subscription.ts'
import { checkSums } from './metering/check-sums.ts'
import { enqueueReports } from './metering/enqueue-reports.ts'
import { reportUsage } from './metering/report-usage.ts'
import {
  buyStarter,
  idOfOrganization,
  openCannedStripe,
  sellingBy,
  storeTextUsage,
  withoutRepetition,
} from './testing/canned-billing.ts'

/** The provider adds a report to an invoice only until that is final, which it is an hour after its period. */

let server: TestServer
let stripe: CannedStripe
beforeAll(async () => {
  stripe = await openCannedStripe()
  server = await startServer({
    env: { ...sellingBy(stripe), RECTO_LOG_LEVEL: 'silent' },
    replace: { fetch: withoutRepetition(globalThis.fetch) },
  })
  return async () => {
    await server.close()
    await stripe.close()
  }
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  stripe.setAway(false)
  vi.useRealTimers()
})

type Subscription = ReturnType<CannedStripe['pay']>

const growth = 'recto-cloud-growth'
const hour = 60 * 60 * 1000
const day = 24 * hour

const admin = (organization: string) =>
  server.as('admin', { organization, name: `l-${organization}` })

const organizationOf = async (slug: string) => ({
  organizationId: await idOfOrganization(server, admin(slug), slug),
})

const report = async (slug: string) => reportUsage(server.ctx, await organizationOf(slug))

const buy = async (slug: string) =>
  buyStarter(server, { person: admin(slug), stripe, ...(await organizationOf(slug)) })

const readTexts = async (slug: string, pages: number) =>
  storeTextUsage(server.ctx.db, { ...(await organizationOf(slug)), pages })

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

const passPeriod = ({ periodEnd }: Subscription, milliseconds = 0) => {
  vi.setSystemTime(periodEnd * 1000 + milliseconds)
  stripe.renew()
}

const usageOnInvoices = ({ id }: Subscription): number[] =>
  stripe
    .billedLines()
    .filter(({ subscription }) => subscription === id)
    .map(({ quantity = 0 }) => quantity)
    .filter((quantity) => quantity > 0)

const ledger = async (slug: string) =>
  (
    await admin(slug).get(
      `subscription/ledger/?start_date=${dayBefore(40)}&end_date=${dayBefore(0)}`,
    )
  ).body

const details = async (slug: string) =>
  (await admin(slug).get('subscription/details')).body.subscription

const dayBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)

test('pages of the last moment are on the invoice of their period, because its end is not waited for', async () => {
  const subscription = await buy('in-time')
  const { organizationId } = await organizationOf('in-time')
  vi.setSystemTime(subscription.periodEnd * 1000 - 60_000)
  await readTexts('in-time', 1030)
  passPeriod(subscription, 10 * 60_000)
  await enqueueReports(server.ctx)
  const key = `billing-usage-end:${organizationId}:${new Date().toISOString().slice(0, 15)}`
  const state = await findJobState(server.ctx, key)
  await report('in-time')

  expect(state).toBeDefined()
  expect(usageOnInvoices(subscription)).toEqual([30])
})

test('pages that could not be reported before their invoice was final are on the next one, once', async () => {
  const subscription = await buy('away')
  pass(29 * day)
  await readTexts('away', 1040)
  stripe.setAway(true)
  passPeriod(subscription, hour / 2)
  await expect(report('away')).rejects.toThrow('payment provider')
  const { provider_problem: problemWhileAway } = await details('away')
  pass(23 * hour)
  stripe.setAway(false)
  await report('away')
  await readTexts('away', 1005)
  pass(1000)
  await report('away')
  const { lines, alarms } = await ledger('away')
  passPeriod(subscription, hour / 4)
  passPeriod(subscription, hour / 4)

  expect(usageOnInvoices(subscription)).toEqual([45])
  expect(lines).toMatchObject([
    { pages: 1005, pages_beyond_plan: 5, reports: [{ pages: 5, state: 'counted' }] },
    { pages: 1040, pages_beyond_plan: 40, reports: [{ pages: 40, state: 'counted' }] },
  ])
  // The ledger says which invoice contains the pages of an earlier one.
  const [{ reported_for: time }] = lines[1].reports
  expect(Date.parse(time)).toBeGreaterThan(Date.parse(`${lines[1].date}T00:00:00Z`) + day)
  expect(alarms).toEqual([])
  expect(problemWhileAway).toContain('503')
  expect((await details('away')).provider_problem).toBeNull()
})

test('a report that the provider may not have received before the invoice was final is on the next one, once', async () => {
  const subscription = await buy('lost-reply')
  pass(29 * day)
  await readTexts('lost-reply', 1040)
  pass(23.5 * hour)
  // The subscriptions are listed, and the report is not answered.
  stripe.script({}, { status: 503 })
  await expect(report('lost-reply')).rejects.toThrow('payment provider')
  passPeriod(subscription, 2 * hour)
  await report('lost-reply')
  passPeriod(subscription)

  expect(usageOnInvoices(subscription)).toEqual([40])
})

test('pages that no invoice will contain are not sent, cost nothing, and are told to people', async () => {
  const subscription = await buy('left')
  await admin('left').post('subscription/cancel/', { product_id: subscription.id })
  vi.setSystemTime(subscription.periodEnd * 1000 - hour)
  await readTexts('left', 1050)
  passPeriod(subscription, day)
  await report('left')
  await report('left')
  await checkSums(server.ctx, await organizationOf('left'))
  const { lines, alarms } = await ledger('left')

  expect(stripe.counted('recto_pages_beyond_plan', subscription.customer)).toBe(0)
  expect(lines).toMatchObject([
    { pages: 1050, pages_beyond_plan: 50, cost_in_dollars: 0, reports: [{ state: 'missed' }] },
  ])
  expect(alarms).toMatchObject([{ kind: 'report_missed' }])
  expect(alarms[0].detail).toContain('50 pages')
})

test('usage of a period that ends unpaid is told to people until it is paid', async () => {
  const subscription = await buy('owing')
  const { customer } = subscription
  pass(29 * day)
  await readTexts('owing', 1040)
  pass(1000)
  await report('owing')
  stripe.setDeclined(customer, true)
  passPeriod(subscription)
  await report('owing')
  const alarmsWhileOverdue = (await ledger('owing')).alarms
  subscription.status = 'unpaid'
  await report('owing')
  const alarmsWhileUnpaid = (await ledger('owing')).alarms
  stripe.settle(subscription)
  await report('owing')
  const alarmsAfterPayment = (await ledger('owing')).alarms

  expect(usageOnInvoices(subscription)).toEqual([40])
  expect(alarmsWhileOverdue).toEqual([])
  expect(alarmsWhileUnpaid).toMatchObject([{ kind: 'usage_unpaid' }])
  expect(alarmsWhileUnpaid[0].detail).toContain('40 pages')
  expect(alarmsWhileUnpaid[0].detail).toContain('$4.80')
  expect(alarmsAfterPayment).toEqual([])
})

test('usage of a subscription that the provider has ended unpaid is told to people, though nobody heard that it was late', async () => {
  const subscription = await buy('gone')
  pass(20 * day)
  await readTexts('gone', 1001)
  pass(day)
  await report('gone')
  stripe.setDeclined(subscription.customer, true)
  passPeriod(subscription)
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: Math.floor(Date.now() / 1000),
    cancellation_details: { reason: 'payment_failed' },
  })
  await report('gone')
  const { alarms } = await ledger('gone')

  expect(alarms).toMatchObject([{ kind: 'usage_unpaid' }])
  expect(alarms[0].detail).toContain('1 page that')
  expect(alarms[0].detail).toContain('$0.12')
})

test('late pages are never billed at the price of another plan', async () => {
  const subscription = await buy('changed')
  pass(10 * day)
  await readTexts('changed', 800)
  await admin('changed').post('subscription/change/', {
    subscription_id: subscription.id,
    id: growth,
  })
  // A file that was read before the change is stored only now.
  const { organizationId } = await organizationOf('changed')
  await sql`
    update text_usage set finished_at = finished_at - interval '1 second', processed_pages = 1500
    where organization_id = ${organizationId}
  `.execute(server.ctx.db)
  pass(hour)
  await report('changed')
  passPeriod(subscription)

  expect(usageOnInvoices(subscription)).toEqual([])
  expect((await ledger('changed')).alarms).toMatchObject([{ kind: 'report_missed' }])
})

test('midnight and the end of a month are those of UTC, wherever the server is', async () => {
  const zone = process.env.TZ
  const days: string[][] = []
  try {
    for (const [slug, TZ] of [
      ['kiritimati', 'Pacific/Kiritimati'],
      ['pago-pago', 'Pacific/Pago_Pago'],
      ['kathmandu', 'Asia/Kathmandu'],
    ] as const) {
      process.env.TZ = TZ
      vi.setSystemTime(Date.UTC(2027, 0, 31, 23, 30))
      const subscription = await buy(slug)
      vi.setSystemTime(Date.UTC(2027, 1, 27, 23, 59, 59))
      await readTexts(slug, 1010)
      vi.setSystemTime(Date.UTC(2027, 1, 28, 0, 0, 1))
      await readTexts(slug, 7)
      await report(slug)
      const { lines } = await ledger(slug)
      days.push(lines.map(({ date, pages }: { date: string; pages: number }) => `${date} ${pages}`))
      passPeriod(subscription, hour / 4)
      await report(slug)
      expect(usageOnInvoices(subscription)).toEqual([17])
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }

  const expectedDays = ['2027-02-28 7', '2027-02-27 1010']
  expect(days).toEqual([expectedDays, expectedDays, expectedDays])
})

test('an event that comes years late revives and bills nothing', async () => {
  const subscription = await buy('years-late')
  const { organizationId } = await organizationOf('years-late')
  const { body } = stripe.event('customer.subscription.created', subscription)
  await admin('years-late').post('subscription/cancel/', { product_id: subscription.id })
  passPeriod(subscription, hour / 4)
  await report('years-late')
  pass(3 * 365 * day)
  await readTexts('years-late', 5000)
  await receiveEvent(server.ctx, stripe.sign(body))
  await refreshSubscription(server.ctx, { organizationId, subscriptionId: subscription.id })
  await report('years-late')

  expect(await details('years-late')).toMatchObject({ is_subscribed: false, may_run: false })
  expect(stripe.counted('recto_pages_beyond_plan', subscription.customer)).toBe(0)
})

test('a clock that is a day ahead at the end of a period closes nothing that the provider has not ended', async () => {
  const subscription = await buy('ahead')
  vi.setSystemTime(subscription.periodEnd * 1000 + 20 * hour)
  await report('ahead')
  vi.setSystemTime(subscription.periodEnd * 1000 - 2 * hour)
  await readTexts('ahead', 1030)
  subscription.cancel_at_period_end = true
  await report('ahead')
  const { is_cancelled } = await details('ahead')
  passPeriod(subscription, hour / 4)
  await report('ahead')

  expect(is_cancelled).toBe(true)
  expect(usageOnInvoices(subscription)).toEqual([30])
})

test('a clock that jumps back and forth bills each page once', async () => {
  const subscription = await buy('jumping')
  const boughtAt = Date.now()
  pass(5 * day)
  await readTexts('jumping', 1020)
  for (const days of [6, 5.5, 9, 6, 6.1, 12]) {
    vi.setSystemTime(boughtAt + days * day)
    await report('jumping')
  }
  await readTexts('jumping', 3)
  passPeriod(subscription, hour / 4)
  await report('jumping')

  expect(usageOnInvoices(subscription)).toEqual([23])
})
