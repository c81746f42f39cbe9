import { textRecordOrders } from '@recto/contract/text-service/text-product'
import { type AddressSearch, oneOf, textIn } from '../../shared/navigation/address-search.ts'
import { type DayPreset, dayPresets } from './text-usage.ts'

export const tabs = ['usage', 'detailed'] as const
export const pageSizes = [10, 20, 50, 100] as const

/** Search parameters of the dashboard. */
export type DashboardSearch = {
  readonly tab: (typeof tabs)[number]
  /** Id of a plan; undefined means the organization's plan. */
  readonly plan: string | undefined
  readonly days: DayPreset
  readonly page: number
  readonly pageSize: number
  readonly ordering: Ordering
}

type Order = (typeof textRecordOrders)[number]
type Ordering = Order | `-${Order}`

const toInteger = (value: unknown): number => Math.trunc(Number(value))
const orderings = textRecordOrders.flatMap((order): Ordering[] => [order, `-${order}`])

export function readDashboardSearch(search: AddressSearch): DashboardSearch {
  const page = toInteger(search.page)
  return {
    tab: oneOf(tabs, search.tab),
    plan: textIn(search.plan),
    days: dayPresets.find((days) => days === toInteger(search.days)) ?? 30,
    page: page >= 1 && page <= 100_000_000 ? page : 1,
    pageSize: pageSizes.find((size) => size === toInteger(search.pageSize)) ?? pageSizes[0],
    ordering: orderings.find((candidate) => candidate === search.ordering) ?? '-completed_at',
  }
}
