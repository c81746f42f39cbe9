import type { Stripe } from 'stripe'
import { callStripe } from './call-stripe.ts'
import { referencedId } from './map-stripe.ts'

const maxInvoices = 100

/**
 * Refunds what was paid for the time after the end of a subscription, from the latest payment on. A refund bears the id
 * of the subscription, so that a repetition refunds nothing more.
 */
export async function refundRest(stripe: Stripe, subscriptionId: string): Promise<number> {
  const { ended_at } = await callStripe(() => stripe.subscriptions.retrieve(subscriptionId))
  if (!ended_at) return 0
  const { data: invoices } = await callStripe(() =>
    stripe.invoices.list({
      subscription: subscriptionId,
      status: 'paid',
      limit: maxInvoices,
      expand: ['data.payments'],
    }),
  )
  let due = Math.max(Math.floor(sumUnused(invoices, ended_at)), 0)
  let refundedCents = 0
  for (const payment of invoices.flatMap(paymentsOf)) {
    const cents = Math.min(due, payment.cents)
    if (cents <= 0) continue
    refundedCents += await refundOnce(stripe, { subscriptionId, intent: payment.intent, cents })
    due -= cents
  }
  return refundedCents
}

/** Sums the share of each line that lies after the end; usage lies before it. */
const sumUnused = (invoices: readonly Stripe.Invoice[], endedAt: number) =>
  invoices
    .flatMap(({ lines }) => lines.data)
    .filter(({ period }) => period.end > endedAt && period.end > period.start)
    .reduce((sum, { amount, period: { start, end } }) => {
      const unusedSeconds = end - Math.max(start, endedAt)
      return sum + (amount * unusedSeconds) / (end - start)
    }, 0)

type Payment = { readonly intent: string; readonly cents: number }

const paymentsOf = ({ payments }: Stripe.Invoice): Payment[] =>
  (payments?.data ?? [])
    .map(({ amount_paid, payment }) =>
      payment.payment_intent && amount_paid
        ? { intent: referencedId(payment.payment_intent), cents: amount_paid }
        : undefined,
    )
    .filter((value) => value !== undefined)

type Refund = Payment & { readonly subscriptionId: string }

/** Stripe forgets the key of a request after a day, but not the refund. */
async function refundOnce(
  stripe: Stripe,
  { subscriptionId, intent, cents }: Refund,
): Promise<number> {
  const { data } = await callStripe(() =>
    stripe.refunds.list({ payment_intent: intent, limit: 100 }),
  )
  const earlierRefund = data.find(({ metadata }) => metadata?.subscription === subscriptionId)
  if (earlierRefund) return earlierRefund.amount
  const idempotencyKey = `recto-refund-${subscriptionId}-${intent}`
  const refund = await callStripe(() =>
    stripe.refunds.create(
      { payment_intent: intent, amount: cents, metadata: { subscription: subscriptionId } },
      { idempotencyKey },
    ),
  )
  return refund.amount
}
