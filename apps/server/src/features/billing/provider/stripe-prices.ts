import type { Stripe } from 'stripe'
import type { BillingProvider } from './billing-provider.ts'
import { callStripe } from './call-stripe.ts'

export type RequestedPrices = Parameters<BillingProvider['openCheckout']>[0]['prices']
type Item = { readonly price: string; readonly quantity?: number }

/**
 * Returns the items of a plan, or `undefined` unless every price is sold. Metered prices have no
 * quantity.
 */
export async function itemsOf(
  stripe: Stripe,
  { ofPeriod, metered: meteredKeys }: RequestedPrices,
): Promise<Item[] | undefined> {
  const lookupKeys = ofPeriod === undefined ? meteredKeys : [ofPeriod, ...meteredKeys]
  const { data } = await callStripe(() =>
    stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: lookupKeys.length }),
  )
  const items = lookupKeys
    .map((key) => {
      const price = data.find(({ lookup_key }) => lookup_key === key)?.id
      if (!price) return undefined
      return key === ofPeriod ? { price, quantity: 1 } : { price }
    })
    .filter((value) => value !== undefined)
  return items.length === lookupKeys.length ? items : undefined
}
