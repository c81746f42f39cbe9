import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { openCannedStripe, sellingBy } from './testing/canned-billing.ts'
import { explainInvoices, listUnpaid } from './testing/explain-invoices.ts'
import { type Simulation, simulateCustomers } from './testing/simulate-customers.ts'

/** Weeks of some customers; `npm run bench:billing` simulates a year of 40. */

const size = {
  customers: Number(process.env.RECTO_SIMULATED_CUSTOMERS ?? 3),
  days: Number(process.env.RECTO_SIMULATED_DAYS ?? 50),
  seed: Number(process.env.RECTO_SIMULATED_SEED ?? 7),
}

const isLarge = process.env.RECTO_SIMULATED_DAYS !== undefined

const showProgress = (today: number) => {
  if (isLarge && today % 10 === 0) console.log(`day ${today}`)
}

let server: TestServer
let stripe: CannedStripe
let simulation: Simulation
beforeAll(async () => {
  stripe = await openCannedStripe()
  server = await startServer({
    env: {
      ...sellingBy(stripe),
      RECTO_TEXT_FREE_PAGES: '100',
      RECTO_BILLING_SECOND_SUBSCRIPTION: 'refund',
      RECTO_LOG_LEVEL: 'silent',
      RECTO_PLATFORM_ADMINS: 'operator@recto.test',
    },
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  simulation = await simulateCustomers(server, stripe, { ...size, onDay: showProgress })
  if (isLarge) {
    const { checkedDays, counts } = simulation
    console.log({ ...size, checkedDays, ...counts })
  }
}, 3_600_000)
afterAll(async () => {
  vi.useRealTimers()
  await server?.close()
  await stripe?.close()
})

type Sum = { readonly subscription: string; readonly plan: string; readonly pages: number }

const sumsOf = (sums: readonly Sum[]) => {
  const all = new Map<string, number>()
  for (const { subscription, plan, pages } of sums) {
    const key = `${subscription} ${plan}`
    all.set(key, (all.get(key) ?? 0) + pages)
  }
  return Object.fromEntries([...all].toSorted(([a], [b]) => a.localeCompare(b)))
}

test('every page is counted once, and only for the plan that covered it when it was read', async () => {
  const { rows } = await sql<Sum>`
    select subscription_id as subscription, plan_id as plan, sum(pages)::float8 as pages
    from billing_usage_day group by 1, 2
  `.execute(server.ctx.db)
  const coveredReads = simulation.reads.filter((read): read is Sum & typeof read =>
    Boolean(read.subscription && read.plan),
  )

  expect(coveredReads.length).toBeGreaterThan(20)
  expect(sumsOf(rows)).toEqual(sumsOf(coveredReads))
})

test('who may run is right on every day', () => {
  expect(simulation.wrongDays).toEqual([])
  expect(simulation.checkedDays).toBeGreaterThan(50)
})

test('every page beyond a plan was reported once, and the provider has counted as many', async () => {
  const { rows } = await sql<{ id: string; pages: number; is_counted: boolean }>`
    select id, pages::float8 as pages, counted_at is not null as is_counted from billing_report
    where missed_at is null
  `.execute(server.ctx.db)
  const receivedEvents = [...stripe.meterEvents.values()].map(({ identifier, value }) => [
    identifier,
    value,
  ])

  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter(({ is_counted }) => !is_counted)).toEqual([])
  expect(receivedEvents.toSorted()).toEqual(rows.map(({ id, pages }) => [id, pages]).toSorted())
})

test('pages that no invoice contains are told to people, and no sum differs', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from billing_report where missed_at is not null
  `.execute(server.ctx.db)
  const alarms = await server.ctx.db
    .selectFrom('billing_alarm')
    .select(['kind', 'subject'])
    .where('settled_at', 'is', null)
    .where('kind', 'like', 'report%')
    .execute()
  const differences = await server.ctx.db
    .selectFrom('billing_alarm')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('kind', '=', 'sum_differs')
    .execute()

  expect(alarms.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual(
    rows.map(({ id }) => `report_missed ${id}`).toSorted(),
  )
  expect(differences).toEqual([])
})

test('usage that ended unpaid is told to people, and so is each alarm to those who run the installation', async () => {
  const alarms = await server.ctx.db
    .selectFrom('billing_alarm')
    .select(['kind', 'subject'])
    .execute()
  const mails = await server.ctx.db.selectFrom('outgoing_mail').select('id').execute()
  const toldIds = alarms.filter(({ kind }) => kind === 'usage_unpaid').map(({ subject }) => subject)

  expect(toldIds.toSorted()).toEqual(await listUnpaid(server, stripe))
  expect(alarms.length).toBeGreaterThan(0)
  expect(mails).toHaveLength(alarms.length)
})

test('a period under one plan bills exactly what is beyond that plan', async () => {
  const { rows } = await sql<{ plan: string; pages: number; reported: number }>`
    select p.plan_id as plan,
      coalesce((select sum(pages) from billing_usage_day u
        where u.subscription_id = p.subscription_id and u.period_began_at = p.began_at), 0)::float8 as pages,
      coalesce((select sum(pages) from billing_report r
        where r.subscription_id = p.subscription_id and r.period_began_at = p.began_at), 0)::float8 as reported
    from billing_period p
    where not exists (select 1 from billing_period q where q.subscription_id = p.subscription_id
      and q.cycle_began_at = p.cycle_began_at and q.began_at <> p.began_at)
  `.execute(server.ctx.db)
  const pagesOf = (plan: string) =>
    (plan.includes('growth') ? 10_000 : 1000) * (plan.endsWith('annual') ? 12 : 1)

  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) {
    const { plan, pages } = row
    expect(row.reported).toBe(Math.max(pages - pagesOf(plan), 0))
  }
})

test('every line of every invoice is explained by the ledger, and no page is on two of them', async () => {
  const explanation = await explainInvoices(server, stripe)

  expect(explanation).toMatchObject({ unexplained: [], billedTwice: [], unbilled: [] })
  expect(explanation.usageLines).toBeGreaterThan(2)
  expect(explanation.fixedLines).toBeGreaterThan(2)
})

test('each subscription that was ended was refunded once', async () => {
  const rows = await server.ctx.db
    .selectFrom('billing_subscription')
    .selectAll()
    .where('refund_due_at', 'is not', null)
    .execute()
  const refundsOf = (id: string) =>
    [...stripe.refunds.values()].filter(({ metadata }) => metadata.subscription === id)

  for (const { subscription_id: id, refunded_cents } of rows) {
    expect([id, refundsOf(id).reduce((sum, { amount }) => sum + amount, 0)]).toEqual([
      id,
      refunded_cents,
    ])
  }
  expect(stripe.refunds.size).toBe(
    rows.flatMap(({ subscription_id }) => refundsOf(subscription_id)).length,
  )
})
