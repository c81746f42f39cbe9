import * as api from '@recto/contract/billing/billing'
import { omitUndefined } from '@recto/omit-undefined'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { ledgerFromWire } from './ledger.ts'
import { allowanceFromWire, plansFromWire, subscriptionFromWire } from './plan.ts'

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

export const allowance = readAs(api.getAllowance, {}, allowanceFromWire)

/** Whether plans are sold, and where people reach those who sell them. */
export const sellerLinks = readAs(api.getSellerLinks, {}, (wire) => wire)

type LedgerDays = { readonly from: string; readonly until: string }

const queryOf = ({ from, until }: LedgerDays) =>
  omitUndefined({ start_date: from || undefined, end_date: until || undefined })

export const ledgerOf = (days: LedgerDays) =>
  queryOptions({
    ...readAs(api.readLedger, { query: queryOf(days) }, ledgerFromWire),
    placeholderData: keepPreviousData,
  })

export const ledgerExportAddress = (days: LedgerDays): string =>
  addressOf(api.exportLedger, { query: queryOf(days) })

/** Returns the address of the checkout page. */
export const useStartCheckout = () =>
  useChange(api.startCheckout, {
    invalidates: [],
    toWire: (id: string) => ({ body: { id } }),
    fromWire: ({ checkout_url }) => checkout_url,
  })

/** Returns the address of the provider's page for cards and invoices. */
export const useOpenPortal = () =>
  useChange(api.openPortal, { invalidates: [], fromWire: ({ url }) => url })

const subscriptionReplies = [api.getSubscription, api.getAllowance]

export const useChangePlan = () =>
  useChange(api.changePlan, {
    invalidates: subscriptionReplies,
    toWire: ({ subscriptionId, planId }: { subscriptionId: string; planId: string }) => ({
      body: { subscription_id: subscriptionId, id: planId },
    }),
  })

const subscriptionBody = (subscriptionId: string) => ({
  body: { subscription_id: subscriptionId },
})

export const useResume = () =>
  useChange(api.resumeSubscription, { invalidates: subscriptionReplies, toWire: subscriptionBody })

export const useEndSecondSubscription = () =>
  useChange(api.endSecondSubscription, {
    invalidates: subscriptionReplies,
    toWire: subscriptionBody,
  })

export const useCancelSubscription = () =>
  useChange(api.cancelSubscription, {
    invalidates: [api.getSubscription],
    toWire: (subscriptionId: string) => ({ body: { product_id: subscriptionId } }),
  })
