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

/** Tests who may still run anything, and which usage is shown. */

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

const admin = (organization: string) =>
  server.as('admin', { organization, name: `g-${organization}` })
const details = async (organization: string) =>
  (await admin(organization).get('subscription/details')).body.subscription

/** Asks for a run of a workflow that has nothing in it yet: who may run is refused for that. */
async function run(organization: string) {
  const ada = admin(organization)
  const { body } = await ada.post('workflow/', { workflow_name: `Run ${crypto.randomUUID()}` })
  return ada.post('workflow/execute/', { workflow_id: body.id })
}

async function organizationId(slug: string): Promise<number> {
  await admin(slug).get('users/profile/')
  const { db } = server.ctx
  const row = await db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return row.id
}

async function endTrial(slug: string): Promise<void> {
  await details(slug)
  await sql`
    update billing_account set trial_began_at = now() - interval '15 days'
    where organization_id = ${await organizationId(slug)}
  `.execute(server.ctx.db)
}

async function subscribe(slug: string) {
  const { body } = await admin(slug).post('create-checkout-session/', {
    id: 'recto-cloud-starter',
  })
  const paidSubscription = stripe.pay(body.session_id)
  await tell(server, stripe.event('customer.subscription.created', paidSubscription))
  await untilHandled(server)
  return paidSubscription
}

const paymentRequired = {
  status: 402,
  body: { type: 'subscription_error', errors: [{ code: 'subscription_ended' }] },
}

describe('whoever has nothing left', () => {
  test('is refused runs when the trial has ended, and keeps what there is', async () => {
    expect((await run('fresh')).status).not.toBe(402)
    await endTrial('fresh')
    const refusedReply = await run('fresh')

    expect(refusedReply).toMatchObject(paymentRequired)
    expect(refusedReply.body.errors[0].detail).toContain('The 14-day trial has ended.')
    expect(await details('fresh')).toMatchObject({ plan_type: 'TRIAL', remaining_days: -1 })
    expect((await admin('fresh').get('workflow/')).status).toBe(200)
  })

  test('is refused runs when the subscription has ended, and not before', async () => {
    const paidSubscription = await subscribe('quitter')
    await endTrial('quitter')
    paidSubscription.cancel_at_period_end = true
    await tell(server, stripe.event('customer.subscription.updated', paidSubscription))
    await untilHandled(server)
    const cancelledReply = await run('quitter')
    await endAtStripe(server, { stripe, subscription: paidSubscription })

    expect(cancelledReply.status).not.toBe(402)
    expect(await run('quitter')).toMatchObject(paymentRequired)
  })

  test.each(['incomplete', 'incomplete_expired', 'unpaid', 'paused', 'canceled'])(
    'is refused runs while the subscription is %s, though its period has not ended',
    async (status) => {
      const slug = `state-${status.replace('_', '-')}`
      const paidSubscription = await subscribe(slug)
      await endTrial(slug)
      paidSubscription.status = status
      await tell(server, stripe.event('customer.subscription.updated', paidSubscription))
      await untilHandled(server)

      expect(await run(slug)).toMatchObject(paymentRequired)
    },
  )

  test('may run for a week after a failed payment, and then learns why it may not', async () => {
    const paidSubscription = await subscribe('late')
    await endTrial('late')
    paidSubscription.status = 'past_due'
    await tell(server, stripe.event('customer.subscription.updated', paidSubscription))
    await untilHandled(server)
    const runAfter = async (days: number) => {
      await sql`
        update billing_subscription set overdue_since = now() - make_interval(days => ${days})
        where organization_id = ${await organizationId('late')}
      `.execute(server.ctx.db)
      await tell(server, stripe.event('customer.subscription.updated', paidSubscription))
      await untilHandled(server)
      return run('late')
    }

    expect((await runAfter(6)).status).not.toBe(402)
    const refusedReply = await runAfter(8)
    expect(refusedReply).toMatchObject(paymentRequired)
    expect(refusedReply.body.errors[0].detail).toContain('has not been paid')
  })

  test('a provider that is away locks nobody out', async () => {
    await subscribe('steady')
    await endTrial('steady')
    stripe.setAway(true)
    try {
      expect((await run('steady')).status).not.toBe(402)
      expect(await details('steady')).toMatchObject({ is_subscribed: true })
    } finally {
      stripe.setAway(false)
    }
  })
})

test('[BL-034] [BL-035] [BL-062] pages and tokens are those of the trial, and its credits are spent by what models cost', async () => {
  await details('spender')
  const id = await organizationId('spender')
  await sql`
    insert into metric_used_day (organization_id, day, calls, unpriced_calls, tokens, dollars, pages,
      files_completed, files_failed, files_stopped)
    select ${id}, (now() at time zone 'UTC')::date - n, 1, 0, 600, 0.75, 4, 1, 0, 0
    from generate_series(0, 2) as n
  `.execute(server.ctx.db)
  await sql`
    update billing_account set trial_began_at = now() - interval '1 day' where organization_id = ${id}
  `.execute(server.ctx.db)
  const ada = admin('spender')
  const total = await ada.get('subscription/usage/')
  const daily = await ada.get('subscription/usage/daily/')

  // What was used before the trial began is not of it.
  expect(total.body).toEqual({ usage_data: { pages_processed: 8 } })
  expect(daily.body.usage_data.usage.map((one: object) => Object.keys(one))).toEqual([
    ['record_date', 'pages_processed'],
    ['record_date', 'pages_processed'],
  ])
  expect(await details('spender')).toMatchObject({ credits_in_dollars: 8.5, trial_tokens: 1200 })
})

test('[BL-036] [BL-037] the address of the text service is that of the installation', async () => {
  const { body } = await admin('asker').get('recto-llmw-adapter-url/')

  expect(body).toEqual({ url: 'http://recto.example.org' })
})

test('[BL-036] asked for by the name that the installation has in addresses', async () => {
  const namedServer = await startServer({ env: { PRODUCT_ID: 'acme' } })
  try {
    const [own, otherReply] = await Promise.all(
      ['acme', 'recto'].map((id) => namedServer.as('admin').get(`${id}-llmw-adapter-url/`)),
    )
    expect([own?.status, otherReply?.status]).toEqual([200, 404])
  } finally {
    await namedServer.close()
  }
})
