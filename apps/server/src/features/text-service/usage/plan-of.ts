import type { Config } from '../../../platform/config/config.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isPaying } from '../../billing/billing.port.ts'

/** What an organization may have read. */
export type TextPlan = {
  /** Under which its pages are counted. */
  readonly id: string
  /** Absent: as many as it sends. */
  readonly pagesPerDay: number | undefined
}

type Settings = Pick<Config, 'billing' | 'textFreePagesPerDay'>

/** Nothing is bounded unless the installation says so, and never for who pays: every plan includes text extraction. */
export async function planOf(
  { billing, textFreePagesPerDay }: Settings,
  tenant: Tenant,
): Promise<TextPlan> {
  if (textFreePagesPerDay === undefined) return { id: 'recto-unlimited', pagesPerDay: undefined }
  if (billing && (await isPaying(tenant))) return { id: 'recto-pro', pagesPerDay: undefined }
  return { id: 'recto-free', pagesPerDay: textFreePagesPerDay }
}
