import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import {
  pricesOfCatalogue,
  sellingBy,
  startSelling,
  tell,
  untilHandled,
} from './testing/canned-billing.ts'

/** Changes of mind: two checkouts, another plan, a cancellation that is taken back, another card. */

const servers = startSelling()
let server: TestServer
let stripe: CannedStripe
beforeAll(() => {
  ;({ server, stripe } = servers)
})

type Subscription = ReturnType<CannedStripe['pay']>

const starter = 'recto-cloud-starter'
const growth = 'recto-cloud-growth'
const day = 24 * 60 * 60

const admin = (organization: string, name = 'ada') =>
  server.as('admin', { organization, name: `${name}-${organization}` })
const details = async (organization: string) =>
  (await admin(organization).get('subscription/details')).body.subscription

async function checkout(organization: string, id = starter, name?: string): Promise<string> {
  const reply = await admin(organization, name).post('create-checkout-session/', { id })
  expect(reply.status).toBe(200)
  return reply.body.session_id
}

async function deliverEvent(subscription: Subscription, target = server): Promise<void> {
  await tell(target, stripe.event('customer.subscription.updated', subscription))
  await untilHandled(target)
}

async function subscribe(organization: string, id?: string): Promise<Subscription> {
  const subscription = stripe.pay(await checkout(organization, id))
  await deliverEvent(subscription)
  return subscription
}

/** Lets the purchase of a subscription lie in the past. */
async function age(subscription: Subscription, days: number): Promise<void> {
  stripe.backdate(subscription, days * day)
  await deliverEvent(subscription)
}

const sumRefunds = (subscription: Subscription): number =>
  [...stripe.refunds.values()]
    .filter(({ metadata }) => metadata.subscription === subscription.id)
    .reduce((sum, { amount }) => sum + amount, 0)

test('no checkout opens while the deletion of the organization is pending', async () => {
  await admin('leaving').get('subscription/details')
  await server.ctx.db
    .updateTable('organization')
    .set({ deletes_at: new Date(Date.now() + day * 1000) })
    .where('slug', '=', 'leaving')
    .execute()
  const reply = await admin('leaving').post('create-checkout-session/', { id: starter })

  expect(reply).toMatchObject({
    status: 409,
    body: { errors: [{ detail: expect.stringContaining('Undo its deletion') }] },
  })
})

describe('of two checkouts', () => {
  test('the older one expires when the newer one opens', async () => {
    const first = await checkout('two-tabs')
    const second = await checkout('two-tabs', growth)

    expect(() => stripe.pay(first)).toThrow('not open')
    expect(stripe.pay(second).status).toBe('active')
  })

  test('that open at the same time only one can be paid', async () => {
    const sessions = await Promise.all([
      checkout('same-time', starter, 'ada'),
      checkout('same-time', growth, 'bea'),
      checkout('same-time', growth, 'cem'),
    ])
    const paidSessions = sessions.filter((session) => {
      try {
        return stripe.pay(session)
      } catch {
        return false
      }
    })

    expect(paidSessions).toHaveLength(1)
  })

  test('the second is refused when the first was paid, though nobody has told of it', async () => {
    const subscription = stripe.pay(await checkout('untold'))
    const reply = await admin('untold').post('create-checkout-session/', { id: growth })
    await expect.poll(async () => (await details('untold')).is_subscribed).toBe(true)

    expect(reply.status).toBe(400)
    expect(reply.body.errors[0].detail).toBe('Subscription already exists')
    expect((await details('untold')).subscription_id).toBe(subscription.id)
  })

  test('both paid all the same are both shown, and the older one ends with a refund when somebody says so', async () => {
    const older = await subscribe('twice-paid')
    await age(older, 10)
    const newer = stripe.pay(await openBehindItsBack('twice-paid', growth))
    await deliverEvent(newer)
    const pairDetails = await details('twice-paid')
    const { body: ledger } = await admin('twice-paid').get('subscription/ledger/')
    const wrong = await admin('twice-paid').post('subscription/end/', { subscription_id: newer.id })
    const endReply = await admin('twice-paid').post('subscription/end/', {
      subscription_id: older.id,
    })
    await expect.poll(() => sumRefunds(older)).toBeGreaterThan(0)
    await expect.poll(async () => (await details('twice-paid')).other_subscriptions).toEqual([])

    expect(pairDetails.subscription_id).toBe(newer.id)
    expect(pairDetails.other_subscriptions).toMatchObject([
      { subscription_id: older.id, product: { name: 'Starter' }, is_ending: false },
    ])
    expect(ledger.alarms).toMatchObject([{ kind: 'second_subscription' }])
    expect(ledger.alarms[0].detail).toContain(older.id)
    expect([wrong.status, endReply.status]).toEqual([400, 200])
    // Two thirds of the month of $99 are left, but for the seconds that the test takes.
    expect(sumRefunds(older)).toBeGreaterThan(6590)
    expect(sumRefunds(older)).toBeLessThanOrEqual(6600)
    expect([older.status, newer.status]).toEqual(['canceled', 'active'])
    expect((await admin('twice-paid').get('subscription/ledger/')).body.alarms).toEqual([])
    const { body: audit } = await admin('twice-paid').get('audit/')
    const actions = audit.results.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['subscription.ended', 'subscription.refunded']))
  })

  test('a second subscription can be cancelled like any other', async () => {
    const older = await subscribe('second-leaves')
    const newer = stripe.pay(await openBehindItsBack('second-leaves', growth))
    await deliverEvent(newer)
    const reply = await admin('second-leaves').post('subscription/cancel/', {
      product_id: older.id,
    })

    expect(reply.status).toBe(200)
    expect(older.cancel_at_period_end).toBe(true)
    expect(reply.body.subscription).toMatchObject({
      subscription_id: newer.id,
      is_cancelled: false,
    })
  })

  test('the older one ends with a refund by itself where the installation says so', async () => {
    const refundingServer = await startServer({
      worker: true,
      env: { ...sellingBy(stripe), RECTO_BILLING_SECOND_SUBSCRIPTION: 'refund' },
    })
    try {
      const ada = refundingServer.as('admin', { organization: 'auto', name: 'ada-auto' })
      const open = async (id: string) =>
        (await ada.post('create-checkout-session/', { id })).body.session_id
      const older = stripe.pay(await open(starter))
      await deliverEvent(older, refundingServer)
      const newer = stripe.pay(await openBehindItsBack('auto', growth, older.customer))
      await deliverEvent(newer, refundingServer)
      await expect.poll(() => sumRefunds(older)).toBeGreaterThan(9890)
      await expect.poll(() => older.status).toBe('canceled')
      // Something else that the seller sells to the same customer.
      stripe.setPrice({ key: 'support-by-hand', cents: 50_000, interval: 'year' })
      const support = stripe.pay(
        await openBehindItsBack('auto', 'support-by-hand', older.customer, []),
      )
      await deliverEvent(support, refundingServer)
      const { body: ledger } = await ada.get('subscription/ledger/')

      expect(ledger.alarms.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
        'second_subscription',
        'unknown_plan',
      ])
      const { body } = await ada.get('subscription/details')
      expect(body.subscription.other_subscriptions).toMatchObject([{ is_ending: false }])
    } finally {
      await refundingServer.close()
    }
  })
})

/** A checkout that the product does not know, as one that a person at Stripe has opened. */
async function openBehindItsBack(
  organization: string,
  id: string,
  customer?: string,
  meteredIds = [`${id}-overage`],
): Promise<string> {
  const row = await server.ctx.db
    .selectFrom('billing_account')
    .innerJoin('organization', 'organization.id', 'billing_account.organization_id')
    .select('customer_id')
    .where('slug', '=', organization)
    .executeTakeFirst()
  const fields = new URLSearchParams({
    customer: customer ?? row?.customer_id ?? '',
    'line_items[0][price]': `price_${id}`,
    'line_items[0][quantity]': '1',
    'subscription_data[metadata][product]': 'platform',
  })
  for (const [index, meteredId] of meteredIds.entries()) {
    fields.set(`line_items[${index + 1}][price]`, `price_${meteredId}`)
  }
  const reply = await fetch(`${stripe.url}/v1/checkout/sessions`, { method: 'POST', body: fields })
  return ((await reply.json()) as { id: string }).id
}

describe('a plan', () => {
  test('is changed at once, with what was paid for the rest of the month set off', async () => {
    const subscription = await subscribe('riser')
    await age(subscription, 15)
    const reply = await admin('riser').post('subscription/change/', {
      subscription_id: subscription.id,
      id: growth,
    })
    const lines = stripe
      .billedLines()
      .filter((line) => line.subscription === subscription.id && line.cents !== 9900)

    expect(reply.body.subscription).toMatchObject({
      subscription_id: subscription.id,
      product: { id: growth, name: 'Growth' },
    })
    expect(lines.map(({ price }) => price)).toEqual([starter, growth])
    expect(lines[0]?.cents).toBeCloseTo(-4950, -1)
    expect(lines[1]?.cents).toBeCloseTo(29_950, -1)
    expect(subscription.prices).toEqual([growth, `${growth}-overage`])
    const { body: audit } = await admin('riser').get('audit/')
    expect(audit.results[0]).toMatchObject({ action: 'subscription.plan-changed' })
  })

  test('does not change when the payment is declined, and says so', async () => {
    const subscription = await subscribe('declined')
    stripe.setDeclined(subscription.customer, true)
    const reply = await admin('declined').post('subscription/change/', {
      subscription_id: subscription.id,
      id: growth,
    })

    expect(reply.status).toBe(402)
    expect(reply.body.errors[0]).toMatchObject({ code: 'payment_declined' })
    expect((await details('declined')).product.id).toBe(starter)
  })

  test('is not changed to itself, to none, to that of another product, or of another organization', async () => {
    const { id: subscription_id } = await subscribe('stayer')
    const change = (organization: string, id: string) =>
      admin(organization).post('subscription/change/', { subscription_id, id })
    const replies = [
      await change('stayer', starter),
      await change('stayer', 'recto-cloud-nothing'),
      await change('stayer', 'recto-pro'),
      await change('strangers', growth),
    ]

    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 404])
  })

  test('that is not offered is not sold either', async () => {
    const base = '/api/v1/llmwhisperer/unlimited/create-checkout-session/'
    const reply = await admin('unlimited').post(base, { product_id: 'recto-pro' })

    expect([reply.status, reply.body.errors[0].detail]).toEqual([
      400,
      'Product ID is not available.',
    ])
    expect(pricesOfCatalogue.some(({ key }) => key.startsWith('recto-pro'))).toBe(true)
  })
})

describe('a cancellation', () => {
  test('is taken back while the subscription still runs', async () => {
    const { id } = await subscribe('returner')
    const resume = () => admin('returner').post('subscription/resume/', { subscription_id: id })
    const early = await resume()
    await admin('returner').post('subscription/cancel/', { product_id: id })
    const resumeReply = await resume()

    expect(early.body.errors[0].detail).toBe('This subscription is not cancelled.')
    expect(resumeReply.body.subscription).toMatchObject({
      is_cancelled: false,
      is_subscribed: true,
    })
    const { body: audit } = await admin('returner').get('audit/')
    expect(audit.results[0]).toMatchObject({ action: 'subscription.resumed' })
  })

  test('of a subscription that has ended is not', async () => {
    const subscription = await subscribe('too-late')
    Object.assign(subscription, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
    await deliverEvent(subscription)
    const reply = await admin('too-late').post('subscription/resume/', {
      subscription_id: subscription.id,
    })

    expect(reply.status).toBe(400)
    expect(reply.body.errors[0].detail).toContain('has ended')
  })
})

test('cards and invoices are at the portal of the provider, once something was bought', async () => {
  const early = await admin('card-holder').post('subscription/portal/', {})
  const { customer } = await subscribe('card-holder')
  const { body } = await admin('card-holder').post('subscription/portal/', {})
  const member = server.as('user', { organization: 'card-holder', name: 'u-card-holder' })

  expect(early.status).toBe(400)
  expect(body.url).toBe(`https://billing.stripe.com/p/session/${customer}`)
  expect((await member.post('subscription/portal/', {})).status).toBe(403)
})

test('an overdue subscription says so, with the day on which it stops', async () => {
  const subscription = await subscribe('overdue')
  subscription.status = 'past_due'
  subscription.periodEnd += 30 * day
  await deliverEvent(subscription)
  const overdue = await details('overdue')

  expect(overdue).toMatchObject({ status: 'past_due', is_overdue: true, may_run: true })
  const days = (Date.parse(overdue.pay_before) - Date.now()) / 1000 / day
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7)
})
