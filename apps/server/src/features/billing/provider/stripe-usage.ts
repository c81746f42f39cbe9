import type { Stripe } from 'stripe'
import type { BillingProvider, ProvidedPrice } from './billing-provider.ts'
import { badGateway, callStripe, describeStripeError, isRefusedByStripe } from './call-stripe.ts'

type UsageCalls = Pick<BillingProvider, 'reportUsage' | 'sumUsage' | 'listPrices'>

const maxListed = 100

export const usageCalls = (stripe: Stripe): UsageCalls => ({
  async reportUsage({ id, customerId, meter, pages, at: reportedAt }) {
    try {
      await stripe.billing.meterEvents.create({
        event_name: meter,
        identifier: id,
        payload: { stripe_customer_id: customerId, value: String(pages) },
        timestamp: secondsOf(reportedAt),
      })
      return 'counted'
    } catch (error) {
      if (!isRefusedByStripe(error)) throw badGateway(describeStripeError(error))
      return isRepetition(error) ? 'counted-before' : { refused: describeStripeError(error) }
    }
  },

  async sumUsage({ customerId: customer, meter, from, until }) {
    const id = (await findMeters(stripe)).find(({ event_name }) => event_name === meter)?.id
    if (id === undefined) return undefined
    const { data } = await callStripe(() =>
      stripe.billing.meters.listEventSummaries(id, {
        customer,
        start_time: secondsOf(from),
        end_time: secondsOf(until),
      }),
    )
    return data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0)
  },

  async listPrices(keys) {
    const meters = await findMeters(stripe)
    const prices: ProvidedPrice[] = []
    // Stripe takes ten keys at once.
    for (let first = 0; first < keys.length; first += 10) {
      const lookup_keys = keys.slice(first, first + 10)
      const { data } = await callStripe(() =>
        stripe.prices.list({ lookup_keys, active: true, limit: maxListed }),
      )
      prices.push(...data.map((price) => priceOf(price, meters)))
    }
    return prices
  },
})

async function findMeters(stripe: Stripe): Promise<Stripe.Billing.Meter[]> {
  const { data } = await callStripe(() =>
    stripe.billing.meters.list({ status: 'active', limit: maxListed }),
  )
  return data
}

function priceOf(price: Stripe.Price, meters: readonly Stripe.Billing.Meter[]): ProvidedPrice {
  const { lookup_key, unit_amount, unit_amount_decimal, currency } = price
  const interval = price.recurring?.interval_count === 1 ? price.recurring.interval : 'other'
  return {
    key: lookup_key ?? '',
    cents: Number(unit_amount_decimal ?? unit_amount ?? Number.NaN),
    currency,
    interval,
    meter: meters.find(({ id }) => id === price.recurring?.meter)?.event_name,
  }
}

/**
 * Whether Stripe has already received the report: it recognizes the identifier, but says so only in
 * the error message.
 */
const isRepetition = (error: unknown) =>
  /identifier/i.test(String((error as Error).message)) &&
  /already exists/i.test(String((error as Error).message))

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)
