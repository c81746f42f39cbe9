import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type Counted = ColumnType<number | null, number | null | undefined, number | null>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>

export type BillingTables = {
  /** An organization as whoever takes the money knows it. */
  billing_account: {
    organization_id: number
    /** Under which the customer is made once, however often that is tried. */
    reference: Generated<string>
    customer_id: string | null
    trial_began_at: Time
    /** Why the provider could not be asked the last time; null where it could. */
    problem: string | null
  }
  /** The last known state of what an organization pays for. */
  billing_subscription: {
    organization_id: number
    product: 'platform' | 'text'
    /** The provider's own id. */
    subscription_id: string
    plan_id: string
    status: string
    ends_with_period: boolean
    period_began_at: Time
    period_ends_at: Time
    /** When the provider was asked for this state: what was asked for earlier does not replace it. */
    asked_at: Time
  }
  /** What the provider has told, stored before anything is made of it. */
  billing_event: {
    id: string
    organization_id: number
    type: string
    subscription_id: string
    received_at: Time
    handled_at: MaybeTime
  }
  /** A period of a subscription, from which pages are reported to the provider. */
  billing_period: {
    organization_id: number
    subscription_id: string
    product: 'platform' | 'text'
    plan_id: string
    began_at: Time
    ends_at: Time
    /** Pages of its first day by UTC, which is rarely a whole one; null until that day is over. */
    first_day_pages: Counted
    /** All that was used in it is reported. */
    closed_at: MaybeTime
  }
  /** Pages to report, or reported. */
  billing_report: {
    id: Generated<string>
    organization_id: number
    subscription_id: string
    period_began_at: Time
    meter: string
    pages: ColumnType<number, number, never>
    at: Time
    /** The first time that the provider may have counted them; null while it certainly has not. */
    tried_at: MaybeTime
    counted_at: MaybeTime
    /** It is not known whether the provider has counted them, and too late to ask again. */
    unsettled_at: MaybeTime
  }
}
