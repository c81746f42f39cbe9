import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { checkPrices } from './check-prices.ts'
import { checkSums } from './metering/check-sums.ts'
import { reportUsage } from './metering/report-usage.ts'
import {
  idOfOrganization,
  openCannedStripe,
  sellingBy,
  tell,
  untilHandled,
} from './testing/canned-billing.ts'

/** The ledger explains each page that was billed, and differences to the provider are alarms. */

let server: TestServer
let stripe: CannedStripe
beforeAll(async () => {
  stripe = await openCannedStripe()
  const env = {
    ...sellingBy(stripe),
    RECTO_TEXT_FREE_PAGES: '100',
    RECTO_PLATFORM_ADMINS: 'operator@recto.test',
  }
  server = await startServer({ worker: true, env })
})
afterAll(async () => {
  await server?.close()
  await stripe?.close()
})

type Subscription = ReturnType<CannedStripe['pay']>
type Line = {
  readonly date: string
  readonly product: string
  readonly plan: { readonly name: string } | null
  readonly pages: number
  readonly pages_included: number
  readonly pages_beyond_plan: number
  readonly cost_in_dollars: number
  readonly reports: readonly { readonly key: string; readonly state: string }[]
}

const day = 24 * 60 * 60
const meter = 'recto_pages_beyond_plan'
const starter = 'recto-cloud-starter'
const growth = 'recto-cloud-growth'

const admin = (organization: string) =>
  server.as('admin', { organization, name: `l-${organization}` })

const organizationId = async (slug: string): Promise<number> =>
  idOfOrganization(server, admin(slug), slug)

async function subscribe(slug: string, id = starter, daysAgo = 20): Promise<Subscription> {
  const { body } = await admin(slug).post('create-checkout-session/', { id })
  const subscription = stripe.pay(body.session_id)
  stripe.backdate(subscription, daysAgo * day)
  await tell(server, stripe.event('customer.subscription.created', subscription))
  await untilHandled(server)
  return subscription
}

async function usePages(slug: string, pages: number, daysAgo: number): Promise<void> {
  await sql`
    insert into metric_used_day (organization_id, day, project, calls, unpriced_calls, tokens, dollars, pages,
      files_completed, files_failed, files_stopped)
    values (${await organizationId(slug)}, (now() at time zone 'UTC')::date - ${daysAgo}::integer,
      gen_random_uuid(), 0, 0, 50, 0, ${pages}, 1, 0, 0)
  `.execute(server.ctx.db)
}

async function readTexts(slug: string, pages: number, plan = 'recto-pro'): Promise<void> {
  await sql`
    insert into text_usage (job_id, organization_id, whisper_hash, mode, tag, processed_pages, requested_pages,
      total_pages, file_size, plan, started_at, finished_at)
    values (gen_random_uuid(), ${await organizationId(slug)}, 'h', 'form', 't', ${pages}, ${pages}, ${pages}, 1,
      ${plan}, now(), now())
  `.execute(server.ctx.db)
}

const report = async (slug: string) =>
  reportUsage(server.ctx, { organizationId: await organizationId(slug) })
const ledger = async (slug: string): Promise<{ lines: Line[]; alarms: { kind: string }[] }> =>
  (await admin(slug).get('subscription/ledger/')).body
const allowance = async (slug: string) => (await admin(slug).get('subscription/allowance/')).body
const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * day * 1000).toISOString().slice(0, 10)

describe('the ledger', () => {
  test('has a line for each day and product, with what is included, beyond, its cost and its reports', async () => {
    const { customer } = await subscribe('reader')
    await usePages('reader', 900, 5)
    await usePages('reader', 150, 3)
    await readTexts('reader', 1010)
    await report('reader')
    const { lines } = await ledger('reader')

    expect(lines).toMatchObject([
      { date: dayOf(0), product: 'text', pages: 1010, pages_included: 1000, pages_beyond_plan: 10 },
      {
        date: dayOf(3),
        product: 'platform',
        plan: { id: starter, name: 'Starter' },
        pages: 150,
        tokens: 50,
        pages_included: 100,
        pages_beyond_plan: 50,
        cost_in_dollars: 6,
        reports: [{ pages: 50, state: 'counted', answer: 'counted' }],
      },
      { date: dayOf(5), pages: 900, pages_included: 900, pages_beyond_plan: 0, reports: [] },
    ])
    expect(stripe.counted(meter, customer)).toBe(60)
    expect(await allowance('reader')).toMatchObject({
      platform: { included: 1000, used: 1050, beyond_plan: 50, cost_in_dollars: 6 },
      text: { included: 1000, used: 1010, beyond_plan: 10, cost_in_dollars: 1.2 },
      overage: 0.12,
    })
  })

  test('can be taken away as a table by admins, who are recorded', async () => {
    await subscribe('clerk')
    await usePages('clerk', 1200, 2)
    await report('clerk')
    const { body: text, headers } = await admin('clerk').get('subscription/ledger/export/')
    const member = server.as('user', { organization: 'clerk', name: 'u-clerk' })
    const [head, line] = text.split('\r\n')
    const { body: audit } = await admin('clerk').get('audit/')

    expect(headers.get('content-type')).toContain('text/csv')
    expect(head).toContain('date,product,mode,plan_id,plan,pages,tokens,pages_included')
    expect(line).toMatch(
      new RegExp(
        `^${dayOf(2)},platform,,${starter},Starter,1200,50,1000,200,24,[0-9a-f-]{36},200,`,
      ),
    )
    expect(audit.results[0].action).toBe('data.exported')
    expect((await member.get('subscription/ledger/')).status).toBe(403)
    expect((await admin('clerk').get('subscription/ledger/?start_date=2020-01-01')).status).toBe(
      400,
    )
  })

  test('shows usage without a plan at no cost', async () => {
    await admin('trier').get('subscription/details')
    await usePages('trier', 7, 1)

    expect((await ledger('trier')).lines).toMatchObject([
      { product: 'platform', plan: null, pages: 7, pages_beyond_plan: 0, cost_in_dollars: 0 },
    ])
    expect(await allowance('trier')).toMatchObject({ platform: { included: null }, overage: null })
  })

  test('counts late usage of an earlier day once, and keeps what it has counted when old files are deleted', async () => {
    const { customer } = await subscribe('late')
    await usePages('late', 1100, 2)
    await report('late')
    await usePages('late', 30, 8)
    await report('late')
    await sql`delete from metric_used_day where organization_id = ${await organizationId('late')}`.execute(
      server.ctx.db,
    )
    await report('late')
    const { lines } = await ledger('late')

    expect(stripe.counted(meter, customer)).toBe(130)
    expect(lines.map(({ pages }) => pages)).toEqual([1100, 30])
    expect(lines.reduce((sum, one) => sum + one.pages_beyond_plan, 0)).toBe(130)
  })

  test('divides the included pages by time when the plan changes, and bills nothing afterwards that was included when it was read', async () => {
    const subscription = await subscribe('riser', starter, 15)
    await usePages('riser', 900, 3)
    await report('riser')
    await admin('riser').post('subscription/change/', {
      subscription_id: subscription.id,
      id: growth,
    })
    await readTexts('riser', 6000)
    const { platform, text } = await allowance('riser')

    // Half of 1,000 and half of 10,000.
    expect([platform.included, platform.used, platform.beyond_plan]).toEqual([5500, 900, 0])
    expect([text.used, text.beyond_plan, text.cost_in_dollars]).toEqual([6000, 500, 40])
  })

  test('counts the pages beyond a small plan before its change for that plan only', async () => {
    const subscription = await subscribe('beyond', starter, 15)
    await usePages('beyond', 1100, 3)
    await admin('beyond').post('subscription/change/', {
      subscription_id: subscription.id,
      id: growth,
    })
    await report('beyond')
    const { lines } = await ledger('beyond')
    const usageLines = stripe
      .billedLines()
      .filter((line) => line.subscription === subscription.id && line.quantity)

    expect(lines).toMatchObject([{ plan: { name: 'Starter' }, pages_beyond_plan: 100 }])
    expect(usageLines).toMatchObject([{ price: `${starter}-overage`, quantity: 100, cents: 1200 }])
  })
})

test('a purchase whose event was lost is found when usage is reported, and covers its pages', async () => {
  const { body } = await admin('unheard').post('create-checkout-session/', { id: starter })
  const subscription = stripe.pay(body.session_id)
  stripe.backdate(subscription, 5 * day)
  await usePages('unheard', 1001, 2)
  await report('unheard')

  expect(stripe.counted(meter, subscription.customer)).toBe(1)
  const { body: reply } = await admin('unheard').get('subscription/details')
  expect(reply.subscription.is_subscribed).toBe(true)
})

test('the usage info of the text service says how many pages are beyond the plan', async () => {
  await subscribe('texter')
  await readTexts('texter', 1234)
  const { body: keys } = await admin('texter').get('/api/v1/llmwhisperer/texter/keys/')
  const { body: madeKey } = await admin('texter').post('/api/v1/llmwhisperer/texter/keys/', {
    product_id: 'recto-pro',
  })
  const key = madeKey.api_key ?? keys.api_keys[0].api_key
  const reply = await fetch(`${server.origin}/api/v2/get-usage-info`, {
    headers: { 'unstract-key': key },
  })

  expect(await reply.json()).toMatchObject({
    subscription_plan: 'recto-pro',
    current_page_count: 1234,
    overage_page_count: 234,
  })
})

describe('compared with the provider,', () => {
  const check = async (slug: string) =>
    checkSums(server.ctx, { organizationId: await organizationId(slug) })
  const alarmsOf = async (slug: string) => (await ledger(slug)).alarms.map(({ kind }) => kind)
  /** Pages that the product did not report. */
  const countByHand = (customer: string) =>
    fetch(`${stripe.url}/v1/billing/meter_events`, {
      method: 'POST',
      body: new URLSearchParams({
        event_name: meter,
        identifier: `by-hand-${customer}`,
        'payload[stripe_customer_id]': customer,
        'payload[value]': '5',
        timestamp: String(Math.floor(Date.now() / 1000) - 2 * day),
      }),
    })
  const mails = async (): Promise<number> => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer as count from outgoing_mail`.execute(server.ctx.db)
    return rows[0]?.count ?? 0
  }

  test('equal sums are no alarm, and pages that it lacks or has too many are one', async () => {
    const { customer } = await subscribe('sums')
    await usePages('sums', 1100, 3)
    await report('sums')
    await check('sums')
    const quiet = await alarmsOf('sums')
    const mailsBefore = await mails()
    await countByHand(customer)
    await check('sums')
    await check('sums')

    expect(quiet).toEqual([])
    expect(await alarmsOf('sums')).toEqual(['sum_differs'])
    expect((await mails()) - mailsBefore).toBe(1)
  })

  test('pages on a meter of which nothing was reported are an alarm too', async () => {
    const { customer } = await subscribe('nothing-sent')
    await check('nothing-sent')
    const quiet = await alarmsOf('nothing-sent')
    await countByHand(customer)
    await check('nothing-sent')

    expect(quiet).toEqual([])
    expect(await alarmsOf('nothing-sent')).toEqual(['sum_differs'])
  })

  test('a report of which nothing is known is settled when the sum contains it', async () => {
    const { customer } = await subscribe('settler')
    await usePages('settler', 1040, 3)
    await report('settler')
    const id = await organizationId('settler')
    await sql`
      update billing_report set counted_at = null, unsettled_at = now() where organization_id = ${id}
    `.execute(server.ctx.db)
    await check('settler')
    const [latestLine] = (await ledger('settler')).lines

    expect(latestLine?.reports).toMatchObject([{ state: 'counted' }])
    expect(stripe.counted(meter, customer)).toBe(40)
  })

  test('one that was never received is sent again', async () => {
    const { customer } = await subscribe('missed')
    await usePages('missed', 1040, 3)
    stripe.script({}, { status: 500, message: 'Lost.' }, { status: 500, message: 'Lost.' })
    await report('missed').catch(() => {})
    await sql`update billing_report set tried_at = now() - interval '2 days'
      where organization_id = ${await organizationId('missed')}`.execute(server.ctx.db)
    await report('missed')
    const alarmKinds = await alarmsOf('missed')
    await check('missed')
    await report('missed')

    expect(alarmKinds).toEqual(['report_unknown'])
    expect(stripe.counted(meter, customer)).toBe(40)
    expect(await alarmsOf('missed')).toEqual([])
  })

  test('prices that it does not charge as they are shown are an alarm until they are equal', async () => {
    const openAlarms = async () => {
      const query = server.ctx.db.selectFrom('billing_alarm').select(['subject', 'detail'])
      const rows = await query
        .where('kind', '=', 'price_differs')
        .where('settled_at', 'is', null)
        .execute()
      return rows.map(({ detail }) => detail)
    }
    await checkPrices(server.ctx)
    const quiet = await openAlarms()
    stripe.setPrice({ key: starter, cents: 10_900, interval: 'month' })
    await checkPrices(server.ctx)
    const loud = await openAlarms()
    stripe.setPrice({ key: starter, cents: 9900, interval: 'month' })
    await checkPrices(server.ctx)

    expect(quiet).toEqual([])
    expect(loud).toEqual([`Price “${starter}”: the pages show 9900 cents, and 10900 are charged.`])
    expect(await openAlarms()).toEqual([])
  })

  test('an alarm calls the address of the notifications of the organization', async () => {
    await subscribe('notified')
    const { body, status } = await admin('notified').post('notifications/', {
      name: 'Money',
      url: 'https://hooks.recto.test/money',
      of_budget: true,
      authorization_type: 'NONE',
      notification_type: 'WEBHOOK',
      platform: 'API',
    })
    await usePages('notified', 1020, 3)
    stripe.script({}, { status: 400, message: 'No such meter.' })
    await report('notified')
    const { rows } = await sql<{ payload: object }>`
      select payload from notification_delivery where notification_id = ${body.id}
    `.execute(server.ctx.db)

    expect(status, JSON.stringify(body)).toBe(201)
    expect(rows).toMatchObject([{ payload: { type: 'BILLING', status: 'REPORT_REFUSED' } }])
  })
})
