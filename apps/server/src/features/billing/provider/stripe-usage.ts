import type { Stripe } from 'stripe'
import type { BillingProvider, ProvidedPrice } from './billing-provider.ts'
import { badGateway, callStripe, isRefusal, reasonOf } from './call-stripe.ts'

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
      if (!isRefusal(error)) throw badGateway(`the call failed: ${reasonOf(error)}`)
      return isRepetition(error) ? 'counted' : { refused: reasonOf(error) }
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

const priceOf = (
  { lookup_key, unit_amount, unit_amount_decimal, currency, recurring }: Stripe.Price,
  meters: readonly Stripe.Billing.Meter[],
): ProvidedPrice => ({
  key: lookup_key ?? '',
  cents: Number(unit_amount_decimal ?? unit_amount ?? Number.NaN),
  currency,
  interval: recurring?.interval_count === 1 ? recurring.interval : 'other',
  meter: meters.find(({ id }) => id === recurring?.meter)?.event_name,
})

/**
 * Whether Stripe has already received the report: it recognizes the identifier, but says so only in
 * the error message.
 */
const isRepetition = (error: unknown) =>
  /identifier/i.test(String((error as Error).message)) &&
  /already exists/i.test(String((error as Error).message))

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)
