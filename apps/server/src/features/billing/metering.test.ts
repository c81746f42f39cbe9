import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findJobState } from '../../testing/find-job-state.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { reportUsageJob } from './billing.jobs.ts'
import { enqueueReports } from './metering/enqueue-reports.ts'
import {
  openCannedStripe,
  pricesOfCatalogue,
  sellingBy,
  tell,
  untilHandled,
} from './testing/canned-billing.ts'

/** Pages that are paid for one by one: each is reported to Stripe, and none twice. */

let server: TestServer
let stripe: CannedStripe
beforeAll(async () => {
  stripe = await openCannedStripe()
  const env = { ...sellingBy(stripe), RECTO_TEXT_FREE_PAGES: '100' }
  server = await startServer({ worker: true, env })
})
afterAll(async () => {
  await server?.close()
  await stripe?.close()
})

type Subscription = ReturnType<CannedStripe['pay']>

const seconds = () => Math.floor(Date.now() / 1000)
const day = 24 * 60 * 60
const beyondPlan = 'recto_pages_beyond_plan'

const admin = (organization: string) =>
  server.as('admin', { organization, name: `m-${organization}` })

async function organizationId(slug: string): Promise<number> {
  await admin(slug).get('users/profile/')
  const { db } = server.ctx
  const organizationQuery = db.selectFrom('organization').select('id').where('slug', '=', slug)
  return (await organizationQuery.executeTakeFirstOrThrow()).id
}

/** Paid for as long ago as stated. */
async function subscribe(
  slug: string,
  { id = 'recto-cloud-starter', daysAgo = 20, path = 'create-checkout-session/' } = {},
): Promise<Subscription> {
  const reply = await admin(slug).post(path, { id, product_id: id })
  const paidSubscription = stripe.pay(reply.body.session_id)
  stripe.backdate(paidSubscription, daysAgo * day)
  await deliverEvents(paidSubscription)
  return paidSubscription
}

async function deliverEvents(paidSubscription: Subscription): Promise<void> {
  await tell(server, stripe.event('customer.subscription.updated', paidSubscription))
  await untilHandled(server)
}

const subscribeToText = (slug: string) =>
  subscribe(slug, {
    id: 'recto-pro',
    path: `/api/v1/llmwhisperer/${slug}/create-checkout-session/`,
  })

async function usePages(slug: string, pages: number, daysAgo = 3): Promise<void> {
  const id = await organizationId(slug)
  await sql`
    insert into metric_used_day (organization_id, day, project, calls, unpriced_calls, tokens, dollars, pages,
      files_completed, files_failed, files_stopped)
    values (${id}, (now() at time zone 'UTC')::date - ${daysAgo}::integer, gen_random_uuid(), 0, 0, 0, 0, ${pages}, 1, 0, 0)
  `.execute(server.ctx.db)
}

async function readTexts(slug: string, mode: string, pages: number): Promise<void> {
  const id = await organizationId(slug)
  await sql`
    insert into text_usage (job_id, organization_id, whisper_hash, mode, tag, processed_pages, requested_pages,
      total_pages, file_size, plan, started_at, finished_at)
    values (gen_random_uuid(), ${id}, 'h', ${mode}, 't', ${pages}, ${pages}, ${pages}, 1, 'recto-pro', now(), now())
  `.execute(server.ctx.db)
}

let hours = 0
/** Does the work of every hour. */
async function report(slug: string): Promise<void> {
  const id = await organizationId(slug)
  const key = `test-usage:${slug}:${++hours}`
  const options = { key, organizationId: id }
  await server.ctx.jobs.enqueue(reportUsageJob, { organizationId: id }, options)
  await expect.poll(() => findJobState(server.ctx, key), { interval: 30 }).toBe('done')
}

const listAlarms = async (slug: string): Promise<{ kind: string; detail: string }[]> =>
  (await admin(slug).get('subscription/ledger/')).body.alarms

describe('a plan of the platform', () => {
  test('is not sold where the payment provider lacks one of its prices', async () => {
    const bare = await openCannedStripe(
      pricesOfCatalogue.filter(({ key }) => !key.includes('overage')),
    )
    const otherServer = await startServer({ env: sellingBy(bare) })
    const reply = await otherServer
      .as('admin', { organization: 'bare', name: 'bare' })
      .post('create-checkout-session/', { id: 'recto-cloud-starter' })
    await otherServer.close()
    await bare.close()

    expect([reply.status, reply.body.errors[0].detail]).toEqual([
      400,
      'Product ID is not available.',
    ])
  })

  test('includes its pages, and those beyond them are reported once each', async () => {
    const { customer } = await subscribe('busy')
    await usePages('busy', 900)
    await report('busy')
    const countWithin = stripe.counted(beyondPlan, customer)
    await usePages('busy', 150)
    await Promise.all([report('busy'), report('busy')])
    const countBeyond = stripe.counted(beyondPlan, customer)
    await usePages('busy', 25, 1)
    await report('busy')

    expect([countWithin, countBeyond, stripe.counted(beyondPlan, customer)]).toEqual([0, 50, 75])
  })

  test('[BL-012] includes as many pages of the text service, which are not paid for by mode then', async () => {
    const { customer } = await subscribe('reader')
    await subscribeToText('reader')
    await readTexts('reader', 'form', 1030)
    await report('reader')

    expect(stripe.counted(beyondPlan, customer)).toBe(30)
    expect(stripe.counted('recto_pro_form', customer)).toBe(0)
  })

  test('begins anew with each period, and the last pages of a period are reported to it', async () => {
    const paidSubscription = await subscribe('monthly', { daysAgo: 30.01 })
    await usePages('monthly', 1100)
    paidSubscription.periodEnd += 30 * day
    await deliverEvents(paidSubscription)
    await report('monthly')
    const { rows } = await sql<{ pages: number; in_period: boolean }>`
      select r.pages, r.at >= p.began_at and r.at < p.ends_at as in_period
      from billing_report r
      join billing_period p on p.subscription_id = r.subscription_id and p.began_at = r.period_began_at
      where r.organization_id = ${await organizationId('monthly')}
    `.execute(server.ctx.db)

    expect(rows).toEqual([{ pages: 100, in_period: true }])
  })

  test('is billed once after a change of plan, and only under the plan that covers it', async () => {
    const starter = await subscribe('grower')
    starter.cancel_at_period_end = true
    await deliverEvents(starter)
    const growth = await subscribe('grower', { id: 'recto-cloud-growth', daysAgo: 5 })
    await deliverEvents(starter)
    await usePages('grower', 1500)
    await report('grower')

    expect(stripe.counted(beyondPlan, starter.customer)).toBe(0)
    expect(growth.customer).toBe(starter.customer)
  })

  test('is not billed for the time after a subscription has ended', async () => {
    const endedSubscription = await subscribe('leaver')
    await usePages('leaver', 1030, 12)
    await report('leaver')
    Object.assign(endedSubscription, { status: 'canceled', ended_at: seconds() - 10 * day })
    await deliverEvents(endedSubscription)
    await usePages('leaver', 1500, 3)
    await report('leaver')

    const { body: ledger } = await admin('leaver').get('subscription/ledger/')

    expect(stripe.counted(beyondPlan, endedSubscription.customer)).toBe(30)
    expect(ledger.lines.map(({ plan }: { plan: unknown }) => plan)).toEqual([
      null,
      { id: 'recto-cloud-starter', name: 'Starter' },
    ])
    expect(ledger.alarms).toEqual([])
  })

  test('is looked at once an hour, whoever asks, while it has a period', async () => {
    await subscribe('looked-at')
    const id = await organizationId('looked-at')
    await Promise.all([enqueueReports(server.ctx), enqueueReports(server.ctx)])
    const key = `billing-usage:${id}:${new Date().toISOString().slice(0, 13)}`

    expect(await findJobState(server.ctx, key)).toBeDefined()
  })
})

test('[TX-064] the pages of the text service are reported by how they were read', async () => {
  const { customer } = await subscribeToText('texts')
  const pages = { native_text: 7, low_cost: 6, high_quality: 5, form: 4, table: 3 }
  for (const [mode, count] of Object.entries(pages)) await readTexts('texts', mode, count)
  await report('texts')
  await report('texts')
  const pageCounts = ['native_text', 'low_cost', 'high_quality', 'form'].map((mode) =>
    stripe.counted(`recto_pro_${mode}`, customer),
  )

  expect(pageCounts).toEqual([7, 6, 5, 7])
})

describe('when Stripe does not answer as it should', () => {
  const listWaiting = async (slug: string) => {
    const { db } = server.ctx
    const query = db.selectFrom('billing_report').selectAll()
    return query.where('organization_id', '=', await organizationId(slug)).executeTakeFirstOrThrow()
  }

  test('a report whose receipt was lost with a killed process is not counted twice', async () => {
    const { customer } = await subscribe('killed')
    await usePages('killed', 1010)
    await report('killed')
    const { id } = await listWaiting('killed')
    const { db } = server.ctx
    await db.updateTable('billing_report').set({ counted_at: null }).where('id', '=', id).execute()
    await report('killed')

    expect(stripe.counted(beyondPlan, customer)).toBe(10)
    expect((await listWaiting('killed')).counted_at).not.toBeNull()
  })

  test('what it refused is kept, told to admins, and reported when it is taken', async () => {
    const { customer } = await subscribe('refused')
    await usePages('refused', 1020)
    stripe.script({}, { status: 400, message: 'No such meter.' })
    await report('refused')
    const refusedCount = stripe.counted(beyondPlan, customer)
    const alarms = await listAlarms('refused')
    await report('refused')

    expect(refusedCount).toBe(0)
    expect(alarms).toMatchObject([
      { kind: 'report_refused', detail: expect.stringContaining('rejected 20 pages') },
    ])
    expect(stripe.counted(beyondPlan, customer)).toBe(20)
    expect(await listAlarms('refused')).toEqual([])
  })

  test('what it may have counted long ago is left to a person, and never counted twice', async () => {
    const { customer } = await subscribe('unknown')
    await usePages('unknown', 1040)
    stripe.script({}, { status: 400 })
    await report('unknown')
    const { id } = await listWaiting('unknown')
    await sql`update billing_report set tried_at = now() - interval '24 hours' where id = ${id}`.execute(
      server.ctx.db,
    )
    await report('unknown')
    await report('unknown')

    expect(stripe.counted(beyondPlan, customer)).toBe(0)
    expect((await listWaiting('unknown')).unsettled_at).not.toBeNull()
    expect(await listAlarms('unknown')).toMatchObject([
      {
        kind: 'report_unknown',
        detail: expect.stringContaining(
          'It is not known whether the payment provider counted 40 pages',
        ),
      },
    ])
  })
})
