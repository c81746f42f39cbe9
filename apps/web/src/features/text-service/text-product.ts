import type * as api from '@recto/contract/text-product'

/** A plan of the text-extraction product. */
export type TextProduct = {
  readonly product: string
  readonly name: string
  /** Pages of a month; `undefined` where nothing bounds them. */
  readonly monthlyQuota: number | undefined
  readonly dailyQuota: number | undefined
  readonly isSubscribed: boolean
  readonly isFreePlan: boolean
  readonly description: string
  /** A plan of the platform has it in it. */
  readonly isIncluded: boolean
  /** Until when a cancelled plan may be used. */
  readonly accessUntil: string | undefined
}

const bound = (pages: number) => (pages < 0 ? undefined : pages)

export const textProductFromWire = ({
  product_id,
  product_name,
  product_description,
  is_subscribed,
  product_metadata,
}: api.TextProductItem): TextProduct => ({
  product: product_id,
  name: product_name,
  monthlyQuota: bound(product_metadata.quota),
  dailyQuota: bound(product_metadata.daily_quota),
  isSubscribed: is_subscribed,
  isFreePlan: product_metadata.free_plan,
  description: product_description,
  isIncluded: product_metadata.is_included,
  accessUntil: product_metadata.access_until ?? undefined,
})

/** Whether the organization has the plan, by a subscription of its own or with another one. */
export const has = ({ isSubscribed, isIncluded, accessUntil }: TextProduct): boolean =>
  isSubscribed || isIncluded || accessUntil !== undefined

/** Dollars for a thousand pages, by how they are read. */
export const pagePrices = [
  { title: 'Native text', dollars: 1 },
  { title: 'Low cost', dollars: 5 },
  { title: 'High quality', dollars: 10 },
  { title: 'High quality with form elements', dollars: 15 },
] as const
