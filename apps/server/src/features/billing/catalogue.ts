export type Product = 'platform' | 'text'

export type Plan = {
  readonly id: string
  readonly product: Product
  readonly name: string
  readonly period: 'month' | 'year'
  /** Pages included in the price of one period. */
  readonly pages: number
  /** Dollars for each page beyond the included ones. */
  readonly overage: number
  /** Dollars for one period. */
  readonly price: number
  /** Prices by the page, in addition. */
  readonly usagePrices: readonly MeteredPrice[]
}

/**
 * Price of pages that are reported to the provider as they are used, and that it adds to the bill.
 */
export type MeteredPrice = {
  /** Lookup key of the price at the provider. */
  readonly id: string
  /** Name of its pages in the ledger. */
  readonly kind: string
  /** Meter to which the price belongs. */
  readonly meter: string
  /**
   * Which pages count: those beyond the plan's, or those that the text service read in these modes.
   */
  readonly counts: 'beyond-plan' | readonly string[]
  /** Dollars for one page. */
  readonly dollars: number
}

export const trial = { days: 14, credits: 10 }

const paidPlans = [
  { id: 'starter', name: 'Starter', pages: 1000, overage: 0.12, price: 99 },
  { id: 'growth', name: 'Growth', pages: 10_000, overage: 0.08, price: 599 },
]

/** A year costs as much as ten months. */
const monthsOfAYear = 10

const textPlanId = 'recto-pro'

/** Modes of the text service, grouped by the price of a page. */
const textPrices = [
  { name: 'native-text', modes: ['native_text', 'excel'], dollars: 0.001 },
  { name: 'low-cost', modes: ['low_cost'], dollars: 0.005 },
  { name: 'high-quality', modes: ['high_quality'], dollars: 0.01 },
  { name: 'form', modes: ['form', 'table'], dollars: 0.015 },
]

/** Billed only by the page, at the price of the reading mode. */
const textPlan: Plan = {
  id: textPlanId,
  product: 'text',
  name: 'Pro',
  period: 'month',
  pages: 0,
  overage: 0.015,
  price: 0,
  usagePrices: textPrices.map(({ name, modes, dollars }) => ({
    id: `${textPlanId}-${name}`,
    kind: name,
    meter: `${textPlanId}-${name}`.replaceAll('-', '_'),
    counts: modes,
    dollars,
  })),
}

/** Returns every plan that is sold; `productId` is the product's segment in paths. */
export function plansOf(productId: string): readonly Plan[] {
  const platform = paidPlans.flatMap(({ id, name, pages, overage, price }): Plan[] => {
    const monthly = { id: `${productId}-cloud-${id}`, product: 'platform', name, overage } as const
    const annualId = `${monthly.id}-annual`
    return [
      {
        ...monthly,
        period: 'month',
        pages,
        price,
        usagePrices: [overagePrice(productId, monthly)],
      },
      {
        ...monthly,
        id: annualId,
        period: 'year',
        pages: pages * 12,
        price: price * monthsOfAYear,
        usagePrices: [overagePrice(productId, { id: annualId, overage })],
      },
    ]
  })
  return [...platform, textPlan]
}

const overagePrice = (
  productId: string,
  { id, overage }: Pick<Plan, 'id' | 'overage'>,
): MeteredPrice => ({
  id: `${id}-overage`,
  kind: 'beyond-plan',
  meter: `${productId.replaceAll('-', '_')}_pages_beyond_plan`,
  counts: 'beyond-plan',
  dollars: overage,
})

export const findPlan = (productId: string, id: string): Plan | undefined =>
  plansOf(productId).find((plan) => plan.id === id)

type OfferSettings = {
  readonly productId: string
  readonly textFreePagesPerDay: number | undefined
}

/** The plans that can be bought: one of the text service only where its free plan is limited. */
export const offeredPlansOf = ({
  productId,
  textFreePagesPerDay,
}: OfferSettings): readonly Plan[] =>
  plansOf(productId).filter(
    ({ product }) => product === 'platform' || textFreePagesPerDay !== undefined,
  )

export const findOfferedPlan = (settings: OfferSettings, id: string): Plan | undefined =>
  offeredPlansOf(settings).find((plan) => plan.id === id)
