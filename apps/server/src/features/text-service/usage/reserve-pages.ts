import { AppError, type Fault } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TextPlan } from './plan-of.ts'
import { findTodaysQuota, reserveQuota } from './quota.store.ts'

type Reservation = { readonly reserved_day: string | null; readonly reserved_pages: number }

/** Reserves the pages of a job in the day's quota, if the plan has one. */
export async function reservePages(
  tenant: Tenant,
  { id, pagesPerDay }: TextPlan,
  pages: number,
): Promise<Reservation> {
  if (pagesPerDay === undefined) return { reserved_day: null, reserved_pages: 0 }
  const day = await reserveQuota(tenant, { plan: id, pages, limit: pagesPerDay })
  if (day === undefined) throw await refusal(tenant, { id, pagesPerDay, pages })
  return { reserved_day: day, reserved_pages: pages }
}

/** Refuses what reads nothing yet, such as a file that is kept for later jobs, once the pages of the day are used up. */
export async function assertPagesLeft(
  tenant: Tenant,
  { id, pagesPerDay }: TextPlan,
): Promise<void> {
  if (pagesPerDay === undefined) return
  const today = await findTodaysQuota(tenant, id)
  if (today.pages >= pagesPerDay) throw await refusal(tenant, { id, pagesPerDay, pages: 1 })
}

type QuotaRefusal = {
  readonly id: string
  readonly pagesPerDay: number
  readonly pages: number
}

/** Uses 402, because existing clients would retry for hours after a 429. */
async function refusal(
  tenant: Tenant,
  { id, pagesPerDay, pages }: QuotaRefusal,
): Promise<AppError> {
  const today = await findTodaysQuota(tenant, id)
  const left = Math.max(pagesPerDay - today.pages, 0)
  const time = `${today.endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const neededText = left > 0 ? `, and the document has ${pages}` : ''
  const detail = `The free plan includes ${pagesPerDay} pages per day. ${left} are left today${neededText}. The next day begins at ${time}.`
  const fault: Fault = { code: 'quota_exceeded', detail, attr: null }
  return new AppError('payment-required', [fault], { quotaResetsAt: today.endsAt })
}
