import { getAllowance } from '@recto/contract/billing/billing'
import * as api from '@recto/contract/text-service/text-product'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../shared/api/address.ts'
import { keyOf, readAs, send, useChange } from '../../shared/api/requests.ts'
import type { DashboardSearch } from './dashboard-search.ts'
import { textKeyFromWire } from './text-key.ts'
import { textAllowanceFromWire, textProductFromWire } from './text-product.ts'
import {
  type DayPreset,
  dayFromWire,
  periodOf,
  recordFromWire,
  subscriptionFromWire,
  sumOf,
} from './text-usage.ts'

// Clients use two spellings of the product's base path; the pages use the first.
const [listKeys] = api.listTextKeys
const [listProducts] = api.listTextProducts
const [listSubscriptions] = api.listTextSubscriptions
const [listDays] = api.listDailyTextUsage
const [listRecords] = api.listTextRecords
const [exportRecords] = api.exportTextRecords
const [getGateway] = api.getGatewayUrl

export const textKeys = readAs(listKeys, {}, ({ api_keys }) => api_keys.map(textKeyFromWire))

export const textProducts = readAs(listProducts, {}, (wire) => wire.map(textProductFromWire))

export const textSubscriptions = readAs(listSubscriptions, {}, (wire) =>
  wire.map(subscriptionFromWire),
)

/** Whether the organization has read pages with the text product in the last 90 days. */
export const isTextProductInUse = queryOptions({
  queryKey: [...keyOf(listDays), 'in use'],
  async queryFn() {
    const subscriptions = await send(listSubscriptions, {})
    const days = await Promise.all(
      subscriptions.map(({ subscription_id }) =>
        send(listDays, { query: { subscription_id, ...periodOf(90) } }),
      ),
    )
    return days.flat().some((day) => sumOf(dayFromWire(day).pages) > 0)
  },
})

/** Addresses of the service, and of the site for users of version 1 if there is one. */
export const textAddresses = readAs(getGateway, {}, ({ api_gateway_url, earlier_site_url }) => ({
  gateway: api_gateway_url,
  earlierSite: earlier_site_url,
}))

export const textDays = (subscription: string, days: DayPreset) =>
  readAs(listDays, { query: { subscription_id: subscription, ...periodOf(days) } }, (wire) =>
    wire.map(dayFromWire),
  )

/** One page of records. While another page is loading, the previous one stays visible. */
export const textRecords = (
  subscription: string,
  { days, page, pageSize, ordering }: DashboardSearch,
) =>
  queryOptions({
    ...readAs(
      listRecords,
      {
        query: {
          subscription_id: subscription,
          ...periodOf(days),
          page,
          page_size: pageSize,
          ordering,
        },
      },
      ({ results, totalCount }) => ({ records: results.map(recordFromWire), count: totalCount }),
    ),
    placeholderData: keepPreviousData,
  })

/** Address for downloading all records of a period. */
export const recordsFile = (subscription: string, days: DayPreset): string =>
  addressOf(exportRecords, { query: { subscription_id: subscription, ...periodOf(days) } })

const keyEffects = { invalidates: [listKeys] }

export const useGenerateKey = () =>
  useChange(api.generateTextKey[0], {
    ...keyEffects,
    toWire: (product_id: string) => ({ body: { product_id } }),
  })

export const useRotateKey = () =>
  useChange(api.rotateTextKey[0], {
    ...keyEffects,
    toWire: (api_key: string) => ({ body: { api_key } }),
  })

export const useDeleteKey = () =>
  useChange(api.deleteTextKey[0], {
    ...keyEffects,
    toWire: (key_id: string) => ({ body: { key_id } }),
  })

export const fetchCollection = (id: string) =>
  send(api.getTextKeyCollection[0], { params: { key: id } })

const planEffects = { invalidates: [listProducts, listKeys, listSubscriptions] }

/** Pages in the platform plan; null where it includes none. */
export const textAllowance = readAs(getAllowance, {}, textAllowanceFromWire)

/** Returns the address of the checkout page. */
export const useStartTextCheckout = () =>
  useChange(api.startTextCheckout[0], {
    invalidates: [],
    toWire: (product_id: string) => ({ body: { product_id } }),
    fromWire: ({ checkout_url }) => checkout_url,
  })

export const useCancelTextPlan = () =>
  useChange(api.cancelTextPlan[0], {
    ...planEffects,
    toWire: (product_id: string) => ({ body: { product_id } }),
  })
