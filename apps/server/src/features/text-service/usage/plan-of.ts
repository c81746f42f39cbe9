import type { Config } from '../../../platform/config/config.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isPaying } from '../../billing/billing.port.ts'

/** What an organization may have read. */
export type TextPlan = {
  /** Under which its pages are counted. */
  readonly id: 'recto-unlimited' | 'recto-free' | 'recto-pro'
  readonly name: string
  /** Absent: as many as it sends. */
  readonly pagesPerDay: number | undefined
}

type Settings = Pick<Config, 'billing' | 'textFreePagesPerDay'>

const unlimited: TextPlan = { id: 'recto-unlimited', name: 'Unlimited', pagesPerDay: undefined }
const pro: TextPlan = { id: 'recto-pro', name: 'Pro', pagesPerDay: undefined }

/** The plan of who pays for nothing: not bounded unless the installation says so. */
export const usualPlan = ({ textFreePagesPerDay: pagesPerDay }: Settings): TextPlan =>
  pagesPerDay === undefined ? unlimited : { id: 'recto-free', name: 'Free', pagesPerDay }

/** What may be paid for; nothing where all is free anyway. */
export const paidPlan = ({ billing, textFreePagesPerDay }: Settings): TextPlan | undefined =>
  billing && textFreePagesPerDay !== undefined ? pro : undefined

/** Nothing is bounded for who pays: every plan of the platform includes text extraction. */
export async function planOf(settings: Settings, tenant: Tenant): Promise<TextPlan> {
  const paid = paidPlan(settings)
  return paid && (await isPaying(tenant)) ? paid : usualPlan(settings)
}

/** Every plan under which pages may have been counted. */
export const plans = ({ textFreePagesPerDay = 0 }: Settings): readonly TextPlan[] => [
  pro,
  { id: 'recto-free', name: 'Free', pagesPerDay: textFreePagesPerDay },
  unlimited,
]

/** Under which the use of a plan is asked for. */
export const subscriptionIdOf = (planId: string, organizationId: number): string =>
  `${planId}-${organizationId}`
