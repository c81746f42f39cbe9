import type { Config } from '../../../platform/config/config.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isPaying } from '../../billing/billing.port.ts'

/** Plan for text extraction. */
export type TextPlan = {
  /** Id under which the pages are counted. */
  readonly id: 'recto-unlimited' | 'recto-free' | 'recto-pro'
  readonly name: string
  /** Unlimited when absent. */
  readonly pagesPerDay: number | undefined
}

type PlanSettings = Pick<Config, 'billing' | 'textFreePagesPerDay'>

const unlimitedPlan: TextPlan = { id: 'recto-unlimited', name: 'Unlimited', pagesPerDay: undefined }
const proPlan: TextPlan = { id: 'recto-pro', name: 'Pro', pagesPerDay: undefined }

/** The plan without a payment: unlimited unless the installation sets a daily limit. */
export const planWithoutPayment = ({ textFreePagesPerDay: pagesPerDay }: PlanSettings): TextPlan =>
  pagesPerDay === undefined ? unlimitedPlan : { id: 'recto-free', name: 'Free', pagesPerDay }

/** The plan that can be bought; none where everything is free anyway. */
export const paidPlan = ({ billing, textFreePagesPerDay }: PlanSettings): TextPlan | undefined =>
  billing && textFreePagesPerDay !== undefined ? proPlan : undefined

/**
 * Returns the plan of an organization. Paying organizations have no limit, because every platform
 * plan includes text extraction.
 */
export async function planOf(settings: PlanSettings, tenant: Tenant): Promise<TextPlan> {
  const boughtPlan = paidPlan(settings)
  return boughtPlan && (await isPaying(tenant)) ? boughtPlan : planWithoutPayment(settings)
}

/** Returns every plan under which pages may have been counted. */
export const plans = ({ textFreePagesPerDay = 0 }: PlanSettings): readonly TextPlan[] => [
  proPlan,
  { id: 'recto-free', name: 'Free', pagesPerDay: textFreePagesPerDay },
  unlimitedPlan,
]

/** Id by which clients request the usage of a plan. */
export const subscriptionIdOf = (planId: string, organizationId: number): string =>
  `${planId}-${organizationId}`
