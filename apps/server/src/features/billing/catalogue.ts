export type Product = 'platform' | 'text'

export type Plan = {
  readonly id: string
  readonly product: Product
  readonly name: string
  readonly period: 'month' | 'year'
  /** That the price includes, in one period. */
  readonly pages: number
  /** Dollars for each page beyond them. */
  readonly overage: number
  /** Dollars for one period. */
  readonly price: number
}

export const trial = { days: 14, credits: 10 }

const paid = [
  { id: 'starter', name: 'Starter', pages: 1000, overage: 0.12, price: 99 },
  { id: 'growth', name: 'Growth', pages: 10_000, overage: 0.08, price: 599 },
]

/** A year costs as much as ten months. */
const monthsOfAYear = 10

/** Every plan that is sold; `productId` is the product's segment in paths. */
export function plansOf(productId: string): readonly Plan[] {
  const platform = paid.flatMap(({ id, name, pages, overage, price }): Plan[] => {
    const monthly = { id: `${productId}-cloud-${id}`, product: 'platform', name, overage } as const
    return [
      { ...monthly, period: 'month', pages, price },
      {
        ...{ ...monthly, id: `${monthly.id}-annual`, period: 'year' },
        ...{ pages: pages * 12, price: price * monthsOfAYear },
      },
    ]
  })
  const text: Plan = {
    ...{ id: `${productId}-text-pro`, product: 'text', name: 'Pro', period: 'month' },
    ...{ pages: 10_000, overage: 0.01, price: 100 },
  }
  return [...platform, text]
}

export const findPlan = (productId: string, id: string): Plan | undefined =>
  plansOf(productId).find((plan) => plan.id === id)
