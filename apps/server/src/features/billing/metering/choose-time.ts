import { endedStates } from '@recto/contract/billing/billing'
import { findPlan } from '../catalogue.ts'
import { priceOf } from './price-parts.ts'
import type { WaitingReport } from './reports.store.ts'
import type { MarkedSubscription } from './separate-meters.ts'

const second = 1000
/** Stripe leaves the invoice of a period open for at least an hour after its end; its sums take some minutes. */
const openTime = 45 * 60 * second

type Choice = {
  readonly productId: string
  /** Subscription to which the pages belong, as the provider has it now. */
  readonly subscription: MarkedSubscription
  readonly now: number
}

/**
 * Returns the time for which pages are reported. The provider adds them to the invoice of that time, so one whose invoice
 * is final would be lost: then the pages go on the next invoice, if it has their price. Returns undefined if no invoice
 * will.
 */
export function chooseTime(report: WaitingReport, choice: Choice): Date | undefined {
  if (isInvoiceOpen(report, choice)) return report.at
  const { subscription, productId, now } = choice
  const openSince = startOfOpenInvoice(subscription)
  const isOver = endedStates.includes(subscription.status)
  if (isOver || !openSince || !hasSamePrice(report, subscription, productId)) return undefined
  if (subscription.isCurrent) return laterOf(new Date(now - second), openSince)
  // Pages after its end belong to the subscription that has replaced it.
  const latest = new Date(report.part_ends_at.getTime() - second)
  return latest >= openSince ? latest : undefined
}

const laterOf = (...times: readonly Date[]) => new Date(Math.max(...times.map(Number)))

/** Usage of an earlier time is on invoices that are final, except shortly after the end of a period. */
const startOfOpenInvoice = ({ meteredSince, periodBeganAt }: MarkedSubscription) =>
  meteredSince && laterOf(meteredSince, periodBeganAt)

function isInvoiceOpen(report: WaitingReport, { subscription, now }: Choice): boolean {
  const { periodBeganAt, periodEndsAt, endedAt = periodEndsAt, meteredSince } = subscription
  if (!meteredSince || report.at < meteredSince) return false
  const isJustOver = (end: Date) => now < end.getTime() + openTime
  // One that ends within its period gets its last invoice at once.
  if (endedStates.includes(subscription.status)) {
    return report.at >= periodBeganAt && endedAt >= periodEndsAt && isJustOver(endedAt)
  }
  if (report.at >= periodBeganAt) return true
  return report.cycle_ends_at.getTime() === periodBeganAt.getTime() && isJustOver(periodBeganAt)
}

function hasSamePrice(
  { kind, dollars, plan_id }: WaitingReport,
  { planId }: MarkedSubscription,
  productId: string,
): boolean {
  if (plan_id === planId) return true
  const plan = findPlan(productId, planId)
  return (
    plan !== undefined &&
    dollars !== null &&
    priceOf(plan, kind ?? 'platform')?.dollars === Number(dollars)
  )
}
