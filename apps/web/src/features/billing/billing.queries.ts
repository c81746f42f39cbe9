import * as api from '@recto/contract/billing/billing'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { plansFromWire, subscriptionFromWire } from './plan.ts'

export const plansOnSale = readAs(api.listPlans, {}, plansFromWire)

export const ownSubscription = readAs(api.getSubscription, {}, subscriptionFromWire)

export const pagesUsed = readAs(
  api.getSubscriptionUsage,
  {},
  (wire) => wire.usage_data.pages_processed,
)

export const pagesByDay = readAs(api.getDailySubscriptionUsage, {}, (wire) =>
  wire.usage_data.usage.map(({ record_date, pages_processed }) => ({
    day: record_date,
    pages: pages_processed,
  })),
)

/** Returns the address of the checkout page. */
export const useStartCheckout = () =>
  useChange(api.startCheckout, {
    invalidates: [],
    toWire: (id: string) => ({ body: { id } }),
    fromWire: ({ checkout_url }) => checkout_url,
  })

export const useCancelSubscription = () =>
  useChange(api.cancelSubscription, {
    invalidates: [api.getSubscription],
    toWire: (subscriptionId: string) => ({ body: { product_id: subscriptionId } }),
  })
