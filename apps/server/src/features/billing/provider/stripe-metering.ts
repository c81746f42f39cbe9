import type { Stripe } from 'stripe'
import { callStripe } from './call-stripe.ts'
import { referencedId } from './map-stripe.ts'
import { itemsOf, type RequestedPrices } from './stripe-prices.ts'

/** In the other billing mode, Stripe forgets the usage under a metered price that is replaced. */
export async function makeFlexible(stripe: Stripe, id: string): Promise<void> {
  const { billing_mode } = await callStripe(() => stripe.subscriptions.retrieve(id))
  if (billing_mode.type === 'flexible') return
  await callStripe(() => stripe.subscriptions.migrate(id, { billing_mode: { type: 'flexible' } }))
}

/** A meter belongs to a customer, so that each subscription with a price of it bills the same usage. */
export async function stopMetering(stripe: Stripe, id: string): Promise<void> {
  const { items, status } = await callStripe(() => stripe.subscriptions.retrieve(id))
  const meteredItems = items.data.filter(({ price }) => price.recurring?.usage_type === 'metered')
  if (status === 'canceled' || meteredItems.length === 0) return
  if (meteredItems.length === items.data.length) {
    await callStripe(() => stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false }))
    return
  }
  await makeFlexible(stripe, id)
  await callStripe(() =>
    stripe.subscriptions.update(id, {
      items: meteredItems.map((item) => ({ id: item.id, deleted: true })),
      proration_behavior: 'always_invoice',
      // An unpaid invoice must not keep it metered.
      payment_behavior: 'allow_incomplete',
    }),
  )
}

export async function startMetering(
  stripe: Stripe,
  id: string,
  { metered: meteredKeys }: Pick<RequestedPrices, 'metered'>,
): Promise<void> {
  const newItems = await itemsOf(stripe, { ofPeriod: undefined, metered: meteredKeys })
  const { items } = await callStripe(() => stripe.subscriptions.retrieve(id))
  const oldPrices = items.data.map(({ price }) => referencedId(price))
  const missingItems = (newItems ?? []).filter(({ price }) => !oldPrices.includes(price))
  if (missingItems.length === 0) return
  await callStripe(() =>
    stripe.subscriptions.update(id, {
      items: missingItems,
      proration_behavior: 'always_invoice',
      payment_behavior: 'allow_incomplete',
    }),
  )
}
