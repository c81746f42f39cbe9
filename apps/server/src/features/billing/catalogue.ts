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

/** Paid by the page: by how it was read, and nothing beside. */
const textPlan: Plan = {
  ...{ id: 'recto-pro', product: 'text', name: 'Pro', period: 'month' },
  ...{ pages: 0, overage: 0.015, price: 0 },
}

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
  return [...platform, textPlan]
}

export const findPlan = (productId: string, id: string): Plan | undefined =>
  plansOf(productId).find((plan) => plan.id === id)
