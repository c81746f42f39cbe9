import { describe, expect, test } from 'vitest'
import { startServer } from '../../testing/start-server.ts'
import { openCannedStripe, sellingBy, tell, untilHandled } from './testing/canned-billing.ts'

test('what was stored by a process that then ended is handled by the next one', async () => {
  const stripe = await openCannedStripe()
  const first = await startServer({ env: sellingBy(stripe) })
  try {
    const ada = first.as('admin')
    const { body } = await ada.post('create-checkout-session/', { id: 'recto-cloud-growth' })
    const paidSubscription = stripe.pay(body.session_id)
    await tell(first, stripe.event('customer.subscription.created', paidSubscription))
    const initialReply = await ada.get('subscription/details')
    const second = await startServer({ env: sellingBy(stripe), worker: true, beside: first })
    try {
      await untilHandled(second)
      const finalReply = await ada.get('subscription/details')

      expect(initialReply.body.subscription.is_subscribed).toBe(false)
      expect(finalReply.body.subscription).toMatchObject({
        is_subscribed: true,
        subscription_id: paidSubscription.id,
      })
    } finally {
      await second.close()
    }
  } finally {
    await first.close()
    await stripe.close()
  }
})

test('prices are compared with those of the provider at each start and every day', async () => {
  const stripe = await openCannedStripe()
  const first = await startServer({ env: sellingBy(stripe) })
  const startAnother = () => startServer({ env: sellingBy(stripe), worker: true, beside: first })
  const openAlarms = () =>
    first.ctx.db
      .selectFrom('billing_alarm')
      .select(['kind', 'subject'])
      .where('settled_at', 'is', null)
      .execute()
  const starter = { key: 'recto-cloud-starter', interval: 'month' } as const
  const alarm = { kind: 'price_differs', subject: starter.key }
  try {
    stripe.setPrice({ ...starter, cents: 8900 })
    const second = await startAnother()
    await expect.poll(openAlarms).toEqual([alarm])
    await second.close()
    stripe.setPrice({ ...starter, cents: 9900 })
    const third = await startAnother()
    await expect.poll(openAlarms).toEqual([])
    await third.close()
    const schedules = await first.ctx.db
      .selectFrom('work_schedule')
      .select(['cron', 'next_at'])
      .where('kind', '=', 'billing/check-prices')
      .execute()

    expect(schedules).toHaveLength(1)
    const hours = (Number(schedules[0]?.next_at) - Date.now()) / 3_600_000
    expect(hours).toBeLessThanOrEqual(24)
  } finally {
    await first.close()
    await stripe.close()
  }
})

describe('an installation that sells nothing', () => {
  test('[BL-058] says so, and its flags keep the pages of billing away', async () => {
    const free = await startServer()
    try {
      const ada = free.as('admin')
      const reply = await ada.get('subscription/details')
      const flags = await ada.get('flags/')

      expect(reply.status).toBe(400)
      expect(reply.body.errors[0].detail).toBe('This installation does not sell subscriptions.')
      expect(flags.body).toMatchObject({ feature_flags: { flags: { subscription: false } } })
    } finally {
      await free.close()
    }
  })
})
