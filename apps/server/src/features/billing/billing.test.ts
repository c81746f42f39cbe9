import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import {
  endAtStripe,
  openCannedStripe,
  sellingBy,
  tell,
  untilHandled,
} from './testing/canned-billing.ts'

let server: TestServer
let stripe: CannedStripe

beforeAll(async () => {
  stripe = await openCannedStripe()
  server = await startServer({ worker: true, env: sellingBy(stripe) })
})
afterAll(async () => {
  await server?.close()
  await stripe?.close()
})

type Subscription = ReturnType<CannedStripe['pay']>

const admin = (organization: string) =>
  server.as('admin', { organization, name: `a-${organization}` })
const details = async (organization: string) =>
  (await admin(organization).get('subscription/details')).body.subscription

async function checkout(organization: string, id = 'recto-cloud-starter'): Promise<string> {
  const reply = await admin(organization).post('create-checkout-session/', { id })
  expect(reply.status).toBe(200)
  return reply.body.session_id
}

/** Paid, and told of. */
async function subscribe(organization: string, id?: string): Promise<Subscription> {
  const paidSubscription = stripe.pay(await checkout(organization, id))
  await tell(server, stripe.event('customer.subscription.created', paidSubscription))
  await untilHandled(server)
  return paidSubscription
}

describe('a new organization', () => {
  test('[BL-001] [BL-005] [BL-007] [BL-029] has a trial of 14 days with credits', async () => {
    expect(await details('new')).toMatchObject({
      subscription_id: null,
      plan_type: 'TRIAL',
      product: { name: 'Free trial' },
      is_subscribed: false,
      is_cancelled: false,
      remaining_days: 14,
      credits_in_dollars: 10,
    })
  })

  test('[BL-002] [BL-003] [BL-004] [BL-030] [BL-031] sees four plans and the public key', async () => {
    const plans = await admin('new').get('pricing/')
    const env = await admin('new').get('subscription/env/')
    const flags = await admin('new').get('flags/')

    expect(plans.body.map(({ id }: { id: string }) => id)).toEqual([
      'recto-cloud-starter',
      'recto-cloud-starter-annual',
      'recto-cloud-growth',
      'recto-cloud-growth-annual',
    ])
    expect(plans.body[1].metadata).toEqual({
      name: 'Starter',
      pages_processed_limit: 12_000,
      overage: 0.12,
      price: 990,
    })
    expect(env.body).toEqual({ stripe_public_key: 'pk_test_public' })
    expect(flags.body.feature_flags.flags.billing).toBe(true)
  })
})

describe('a checkout', () => {
  test('[BL-025] without a plan that is sold here is refused', async () => {
    for (const id of ['', 'recto-cloud-nothing', 'recto-pro']) {
      const reply = await admin('odd').post('create-checkout-session/', { id })

      expect(reply.status).toBe(400)
      expect(reply.body.errors[0].detail).toBe('Product ID is not available.')
    }
  })

  test('[BL-028] [BL-032] [BL-070] subscribes to nothing before Stripe says that it was paid, whatever becomes of the browser', async () => {
    const session = await checkout('buyer')
    const initialDetails = await details('buyer')
    const paidSubscription = stripe.pay(session)
    const unheard = await details('buyer')
    const status = await tell(
      server,
      stripe.event('customer.subscription.created', paidSubscription),
    )
    await untilHandled(server)

    expect([initialDetails.is_subscribed, unheard.is_subscribed, status]).toEqual([
      false,
      false,
      200,
    ])
    expect(await details('buyer')).toMatchObject({
      subscription_id: paidSubscription.id,
      plan_type: 'PAID',
      is_subscribed: true,
      remaining_days: 30,
      product: { id: 'recto-cloud-starter', name: 'Starter' },
    })
    expect((await details('other-buyer')).is_subscribed).toBe(false)
  })

  test('can be repeated by another admin after one whose reply was lost', async () => {
    await checkout('repeated')
    const { db } = server.ctx
    await db.updateTable('billing_account').set({ customer_id: null }).execute()
    const colleague = server.as('admin', { organization: 'repeated', name: 'colleague' })
    const reply = await colleague.post('create-checkout-session/', { id: 'recto-cloud-starter' })

    expect(reply).toMatchObject({ status: 200, body: { session_id: expect.any(String) } })
  })

  test('[BL-024] while something is subscribed to is refused', async () => {
    await subscribe('twice')
    const repeatedReply = await admin('twice').post('create-checkout-session/', {
      id: 'recto-cloud-growth',
    })

    expect(repeatedReply.status).toBe(400)
    expect(repeatedReply.body.errors[0].detail).toBe('Subscription already exists')
  })

  test('that comes twice at once makes one customer', async () => {
    const initialCount = customers()
    await Promise.all([checkout('hasty'), checkout('hasty')])
    const newKeys = new Set(keysOfCustomers().slice(initialCount))

    expect(newKeys.size).toBe(1)
  })
})

const keysOfCustomers = () =>
  stripe.requests
    .filter(({ path }) => path === '/v1/customers')
    .map(({ headers }) => headers['idempotency-key'])
const customers = () => keysOfCustomers().length

describe('a cancelled subscription', () => {
  test('[BL-026] [BL-027] [BL-033] may be used until its period ends, and is cancelled once', async () => {
    const { id } = await subscribe('leaver')
    const stranger = await admin('stranger').post('subscription/cancel/', { product_id: id })
    const first = await admin('leaver').post('subscription/cancel/', { product_id: id })
    const second = await admin('leaver').post('subscription/cancel/', { product_id: id })

    expect(stranger.status).toBe(404)
    expect(first.body.subscription).toMatchObject({
      is_cancelled: true,
      is_subscribed: true,
      remaining_days: 30,
    })
    expect(second.status).toBe(400)
    expect(second.body.errors[0].detail).toBe('Subscription plan is already cancelled.')
    const { body: audit } = await admin('leaver').get('audit/')
    const entries = audit.results.map((one: { action: string; browser: string }) => [
      one.action,
      one.browser,
    ])
    expect(entries).toContainEqual(['subscription.cancelled', 'node'])
  })

  test('makes room for another, and its own end does not end that', async () => {
    const old = await subscribe('back')
    await admin('back').post('subscription/cancel/', { product_id: old.id })
    const next = await subscribe('back', 'recto-cloud-growth-annual')
    old.status = 'canceled'
    await tell(server, stripe.event('customer.subscription.deleted', old))
    await untilHandled(server)

    expect(await details('back')).toMatchObject({
      subscription_id: next.id,
      is_subscribed: true,
      is_cancelled: false,
    })
  })

  test('has ended when Stripe says so', async () => {
    const paidSubscription = await subscribe('ended')
    await endAtStripe(server, { stripe, subscription: paidSubscription })

    expect(await details('ended')).toMatchObject({ is_subscribed: false, remaining_days: 0 })
  })
})

describe('what Stripe tells', () => {
  test('is refused when it is forged, changed or signed long ago', async () => {
    const paidSubscription = stripe.pay(await checkout('forged'))
    const type = 'customer.subscription.created'
    const event = stripe.event(type, paidSubscription)
    const late = Math.floor(Date.now() / 1000) - 3600
    const refusedStatuses = [
      await tell(server, stripe.event(type, paidSubscription, { secret: 'whsec_other' })),
      await tell(server, { ...event, body: event.body.replace('active', 'trialing') }),
      await tell(server, stripe.event(type, paidSubscription, { signedAt: late })),
      await tell(server, { ...event, signature: '' }),
    ]

    expect(refusedStatuses).toEqual([400, 400, 400, 400])
    expect((await details('forged')).is_subscribed).toBe(false)
  })

  test('is refused as a bad request when it says nothing, although it is signed', async () => {
    const paidSubscription = stripe.pay(await checkout('silent'))
    const type = 'customer.subscription.updated'

    expect(await tell(server, stripe.event(type, paidSubscription, { isEmpty: true }))).toBe(400)
  })

  test('twice, out of order and all at once ends in the state that is', async () => {
    const paidSubscription = stripe.pay(await checkout('chaos'))
    const createdEvent = stripe.event('customer.subscription.created', paidSubscription, {
      id: 'evt_created',
    })
    paidSubscription.status = 'past_due'
    const late = stripe.event('customer.subscription.updated', paidSubscription)
    paidSubscription.status = 'active'
    paidSubscription.cancel_at_period_end = true
    const cancelledEvent = stripe.event('customer.subscription.updated', paidSubscription)

    const statuses = await Promise.all(
      [cancelledEvent, createdEvent, late, createdEvent, cancelledEvent].map((one) =>
        tell(server, one),
      ),
    )
    await untilHandled(server)
    await tell(server, createdEvent)
    const { rows } = await sql<{ events: number }>`
      select count(*)::integer as events from billing_event where subscription_id = ${paidSubscription.id}
    `.execute(server.ctx.db)

    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(rows[0]?.events).toBe(3)
    expect(await details('chaos')).toMatchObject({ is_subscribed: true, is_cancelled: true })
  })

  test('of a plan that is not in the catalogue keeps nobody out', async () => {
    const paidSubscription = stripe.pay(await checkout('unknown-plan'))
    paidSubscription.prices = ['something-agreed-by-hand']
    await tell(server, stripe.event('customer.subscription.updated', paidSubscription))
    await untilHandled(server)
    const { body: ledger } = await admin('unknown-plan').get('subscription/ledger/')

    expect(await details('unknown-plan')).toMatchObject({
      is_subscribed: true,
      product: { name: 'something-agreed-by-hand' },
    })
    expect(ledger.alarms).toMatchObject([
      { kind: 'unknown_plan', detail: expect.stringContaining('something-agreed-by-hand') },
    ])
  })

  test('of other things, amounts below nothing, unknown currencies and long ago only leads to a look at the subscription', async () => {
    const paidSubscription = await subscribe('odd-events')
    const { body } = stripe.event('invoice.paid', paidSubscription)
    const odd = [
      { amount_paid: -500, currency: 'usd', created: 0 },
      { amount_paid: 0, currency: 'xxx', created: 1 },
      { amount_paid: 'much', currency: null, created: -1 },
      { amount_paid: 1, currency: 'usd', created: 1_000_000_000 },
    ].map((fields, index) => {
      const event = JSON.parse(body) as { data: { object: object } }
      const { id: subscription, customer } = paidSubscription
      const object = { object: 'invoice', subscription, customer, ...fields }
      return stripe.sign(JSON.stringify({ ...event, id: `evt_odd_${index}`, data: { object } }))
    })
    const statuses = []
    for (const event of odd) statuses.push(await tell(server, event))
    await untilHandled(server)

    expect(statuses).toEqual([200, 200, 200, 200])
    expect(await details('odd-events')).toMatchObject({ is_subscribed: true, status: 'active' })
  })

  test('of an organization that was deleted with an open period is answered, nothing is billed, and people are told that it still pays', async () => {
    const paidSubscription = await subscribe('deleted')
    await sql`delete from organization where slug = 'deleted'`.execute(server.ctx.db)
    const openAlarms = () =>
      server.ctx.db
        .selectFrom('billing_alarm')
        .select(['kind', 'subject'])
        .where('organization_id', 'is', null)
        .where('settled_at', 'is', null)
        .execute()
    const event = stripe.event('customer.subscription.updated', paidSubscription)
    const status = await tell(server, event)
    const alarms = await openAlarms()
    paidSubscription.status = 'canceled'
    await tell(server, stripe.event('customer.subscription.deleted', paidSubscription))

    expect(status).toBe(200)
    expect(stripe.counted('recto_pages_beyond_plan', paidSubscription.customer)).toBe(0)
    expect(alarms).toEqual([{ kind: 'unknown_customer', subject: paidSubscription.id }])
    expect(await openAlarms()).toEqual([])
  })

  test('of a customer of somebody else is answered and forgotten', async () => {
    const paidSubscription = stripe.pay(await checkout('mixed'))
    const foreign = { ...paidSubscription, id: 'sub_foreign', customer: 'cus_foreign' }
    const status = await tell(server, stripe.event('customer.subscription.created', foreign))

    expect(status).toBe(200)
    expect((await details('mixed')).is_subscribed).toBe(false)
  })

  test('of a customer about the subscription of another one gives it to nobody else', async () => {
    const ownSubscription = stripe.pay(await checkout('thrifty'))
    stripe.pay(await checkout('generous'))
    const [generous] = [...stripe.subscriptions.values()].slice(-1)
    const { body } = stripe.event('invoice.paid', ownSubscription)
    const { customer } = ownSubscription
    const object = { object: 'invoice', subscription: generous?.id, customer }
    const event = { ...JSON.parse(body), id: 'evt_mixed', data: { object } }
    const status = await tell(server, stripe.sign(JSON.stringify(event)))
    await untilHandled(server)

    expect(status).toBe(200)
    expect((await details('thrifty')).is_subscribed).toBe(false)
    expect((await details('generous')).is_subscribed).toBe(false)
  })
})

describe('while Stripe does not answer', () => {
  test('the last known state holds, admins are told, and nothing is lost', async () => {
    const paidSubscription = await subscribe('patient')
    stripe.setAway(true)
    paidSubscription.cancel_at_period_end = true
    await tell(server, stripe.event('customer.subscription.updated', paidSubscription))
    await expect.poll(async () => (await details('patient')).provider_problem).not.toBeNull()
    const cancelledReply = await admin('patient').post('subscription/cancel/', {
      product_id: paidSubscription.id,
    })
    const offlineDetails = await details('patient')
    const asMember = (
      await server
        .as('user', { organization: 'patient', name: 'u-patient' })
        .get('subscription/details')
    ).body.subscription
    stripe.setAway(false)
    await untilHandled(server)

    expect(cancelledReply.status).toBe(502)
    expect(JSON.stringify(cancelledReply.body)).not.toContain('sk_test_secret')
    expect(offlineDetails).toMatchObject({ is_subscribed: true, is_cancelled: false })
    expect(offlineDetails.provider_problem).toContain('503')
    expect(asMember.provider_problem).toBeNull()
    expect(await details('patient')).toMatchObject({ is_cancelled: true, provider_problem: null })
  })
})
