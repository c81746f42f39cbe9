import type { MeteredPrice, Plan } from '../catalogue.ts'
import type { DayUse } from './count-days.ts'
import type { PeriodRow } from './reports.store.ts'

type Times = Pick<PeriodRow, 'began_at' | 'cycle_began_at' | 'cycle_ends_at'>

/** A part of a period under one plan, with what it has covered. */
export type PlanPart = {
  readonly period: Times
  readonly plan: Plan
  readonly days: readonly DayUse[]
}

/** Usage of a day with the pages that are billed one by one. */
type PricedUse = DayUse & {
  readonly price: MeteredPrice | undefined
  readonly pagesBeyond: number
}

export type PricedPart = {
  readonly uses: readonly PricedUse[]
  /** Pages of the whole period that are included as of this part. */
  readonly includedPages: number
}

/** Kinds of pages that a plan includes, each in the same number. */
const includedKinds = ['platform', 'text'] as const

/** Shares of time are not exact in binary. */
const roundingSlack = 1e-6

/**
 * Decides which pages of a period are beyond its plan. The parts come in order. Where a plan changes, each plan includes
 * its share of pages by time, as the provider prorates its price. Pages that were included when they were read are never
 * billed later, but they count against what the rest of the period includes.
 */
export function priceParts(parts: readonly PlanPart[]): PricedPart[] {
  const coveredPages = new Map<string, number>()
  let earlierShare = 0
  return parts.map((part, index) => {
    const { plan, days } = part
    const includedPages = Math.ceil(
      earlierShare + plan.pages * remainingShare(part) - roundingSlack,
    )
    const next = parts[index + 1]
    if (next) earlierShare += plan.pages * (remainingShare(part) - remainingShare(next))
    const uses = days
      .toSorted((a, b) => a.day.localeCompare(b.day) || a.kind.localeCompare(b.kind))
      .map((use): PricedUse => {
        const price = priceOf(plan, use.kind)
        if (!isIncluded(use.kind)) return { ...use, price, pagesBeyond: price ? use.pages : 0 }
        const coveredCount = coveredPages.get(use.kind) ?? 0
        const coveredNow = Math.min(use.pages, Math.max(includedPages - coveredCount, 0))
        coveredPages.set(use.kind, coveredCount + coveredNow)
        return { ...use, price, pagesBeyond: use.pages - coveredNow }
      })
    return { uses, includedPages }
  })
}

const isIncluded = (kind: string) => includedKinds.some((one) => one === kind)

/** The share of the period that begins with a part. */
const remainingShare = ({
  period: { began_at, cycle_began_at, cycle_ends_at },
}: PlanPart): number => {
  const cycle = cycle_ends_at.getTime() - cycle_began_at.getTime()
  return cycle <= 0 ? 1 : (cycle_ends_at.getTime() - began_at.getTime()) / cycle
}

export const priceOf = ({ usagePrices }: Plan, kind: string): MeteredPrice | undefined =>
  usagePrices.find((price) =>
    price.counts === 'beyond-plan' ? isIncluded(kind) : price.kind === kind,
  )

export type UnreportedPages = {
  readonly day: string
  readonly kind: string
  readonly price: MeteredPrice
  readonly pages: number
}

type ReportedPages = {
  readonly day: string
  readonly kind: string | null
  readonly meter: string
  readonly pages: number
}

/**
 * Returns what is left to report of a part. The sum for a meter is exactly the pages beyond the plan; late usage of an
 * earlier day may shift which of them are, and what was reported is never taken back.
 */
export function findUnreported(
  { uses }: PricedPart,
  reports: readonly ReportedPages[],
): UnreportedPages[] {
  const meters = new Set(uses.map(({ price }) => price?.meter).filter((one) => one !== undefined))
  return [...meters].flatMap((meter) => {
    const usesOfMeter = uses.filter(({ price }) => price?.meter === meter)
    const reportsOfMeter = reports.filter((report) => report.meter === meter)
    const sum = (all: readonly { readonly pages: number }[]) =>
      all.reduce((total, { pages }) => total + pages, 0)
    let left =
      usesOfMeter.reduce((total, { pagesBeyond }) => total + pagesBeyond, 0) - sum(reportsOfMeter)
    const pagesToReport: UnreportedPages[] = []
    const reportedOf = ({ day, kind }: DayUse) =>
      sum(reportsOfMeter.filter((one) => one.day === day && one.kind === kind))
    // An earlier version reported the pages of several days for one: the surplus there is for the first days without.
    let surplus =
      sum(reportsOfMeter) -
      usesOfMeter.reduce((total, use) => total + Math.min(reportedOf(use), use.pagesBeyond), 0)
    for (const use of usesOfMeter) {
      const { day, kind, pagesBeyond, price } = use
      const missingPages = Math.max(pagesBeyond - reportedOf(use), 0)
      const coveredPages = Math.min(missingPages, surplus)
      surplus -= coveredPages
      const pages = Math.min(missingPages - coveredPages, left)
      if (pages <= 0 || !price) continue
      left -= pages
      pagesToReport.push({ day, kind, price, pages })
    }
    return pagesToReport
  })
}
