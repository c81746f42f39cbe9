import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { plans, subscriptionIdOf } from '../usage/plan-of.ts'
import type { PlanDays } from './records.store.ts'

export type RequestedDays = {
  readonly subscriptionId: string
  /** `YYYY-MM-DD`, both inclusive; the last ninety days by default. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const day = 24 * 60 * 60 * 1000
const defaultDays = 90
const maxDays = 400

/** Returns the requested days in UTC and the plan of the subscription. */
export function planPeriodOf(
  config: Pick<Config, 'billing' | 'textFreePagesPerDay'>,
  { organizationId }: Tenant,
  { subscriptionId, from, to }: RequestedDays,
): PlanDays {
  const plan = plans(config).find(
    ({ id }) => subscriptionIdOf(id, organizationId) === subscriptionId,
  )
  if (!plan) throw subscriptionNotFound()
  const last = to === undefined ? new Date() : new Date(`${to}T00:00:00Z`)
  const endTime = last.getTime() + day
  const first = from === undefined ? endTime - defaultDays * day : Date.parse(`${from}T00:00:00Z`)
  if (first >= endTime) throw invalid('start_date', 'The first day must not be after the last day.')
  if (endTime - first > (maxDays + 1) * day) {
    throw invalid('start_date', `Choose at most ${maxDays} days at once.`)
  }
  return { plan: plan.id, from: utcDayOf(first), before: utcDayOf(endTime) }
}

export const utcDayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const subscriptionNotFound = () =>
  new AppError('not-found', [
    { code: 'not_found', detail: 'Subscription not found', attr: 'subscription_id' },
  ])
