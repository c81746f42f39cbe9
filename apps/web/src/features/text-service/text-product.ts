import type { getAllowance } from '@recto/contract/billing/billing'
import type * as api from '@recto/contract/text-service/text-product'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

/** A plan of the text-extraction product. */
export type TextProduct = {
  readonly product: string
  readonly name: string
  /** Maximum number of pages per month; `undefined` if unlimited. */
  readonly monthlyQuota: number | undefined
  readonly dailyQuota: number | undefined
  readonly isSubscribed: boolean
  readonly isFreePlan: boolean
  readonly description: string
  /** Whether a plan of the platform includes it. */
  readonly isIncluded: boolean
  /** End of access to a cancelled plan. */
  readonly accessUntil: string | undefined
}

const positiveOrUndefined = (pages: number) => (pages < 0 ? undefined : pages)

export const textProductFromWire = ({
  product_id,
  product_name,
  product_description,
  is_subscribed,
  product_metadata,
}: api.TextProductItem): TextProduct => ({
  product: product_id,
  name: product_name,
  monthlyQuota: positiveOrUndefined(product_metadata.quota),
  dailyQuota: positiveOrUndefined(product_metadata.daily_quota),
  isSubscribed: is_subscribed,
  isFreePlan: product_metadata.free_plan,
  description: product_description,
  isIncluded: product_metadata.is_included,
  accessUntil: product_metadata.access_until ?? undefined,
})

/**
 * Whether the organization has access to the product, through a separate subscription or as part of
 * another plan.
 */
export const hasAccess = ({ isSubscribed, isIncluded, accessUntil }: TextProduct): boolean =>
  isSubscribed || isIncluded || accessUntil !== undefined

/** Pages of the text service that a platform plan includes. */
export type TextAllowance = {
  readonly includedPages: number
  readonly usedPages: number
  readonly pagesBeyond: number
  readonly dollars: number
  /** Dollars for each page beyond the plan. */
  readonly overage: number
}

export const textAllowanceFromWire = ({
  text,
  overage,
}: EndpointReply<typeof getAllowance>): TextAllowance | null =>
  text.included === null || overage === null
    ? null
    : {
        includedPages: text.included,
        usedPages: text.used,
        pagesBeyond: text.beyond_plan,
        dollars: text.cost_in_dollars,
        overage,
      }

/** Prices in dollars per thousand pages, by processing mode. */
export const pagePrices = [
  { title: 'Native text', dollars: 1 },
  { title: 'Low cost', dollars: 5 },
  { title: 'High quality', dollars: 10 },
  { title: 'High quality with form elements', dollars: 15 },
] as const
