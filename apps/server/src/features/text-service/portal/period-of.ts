import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { plans, subscriptionIdOf } from '../usage/plan-of.ts'
import type { PlanDays } from './records.store.ts'

export type AskedDays = {
  readonly subscriptionId: string
  /** `YYYY-MM-DD`, both inclusive; the last ninety days by default. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const day = 24 * 60 * 60 * 1000
const usualDays = 90
const mostDays = 400

/** Returns the requested days in UTC and the plan of the subscription. */
export function periodOf(
  config: Pick<Config, 'billing' | 'textFreePagesPerDay'>,
  { organizationId }: Tenant,
  { subscriptionId, from, to }: AskedDays,
): PlanDays {
  const plan = plans(config).find(
    ({ id }) => subscriptionIdOf(id, organizationId) === subscriptionId,
  )
  if (!plan) throw unknown()
  const last = to === undefined ? new Date() : new Date(`${to}T00:00:00Z`)
  const before = last.getTime() + day
  const first = from === undefined ? before - usualDays * day : Date.parse(`${from}T00:00:00Z`)
  if (first >= before) throw invalid('start_date', 'The first day is behind the last one.')
  if (before - first > (mostDays + 1) * day) {
    throw invalid('start_date', `Ask for at most ${mostDays} days at once.`)
  }
  return { plan: plan.id, from: dayOf(first), before: dayOf(before) }
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const unknown = () =>
  new AppError('not-found', [
    { code: 'not_found', detail: 'Subscription not found', attr: 'subscription_id' },
  ])
