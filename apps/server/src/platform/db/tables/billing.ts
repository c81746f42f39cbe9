import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type PageCount = ColumnType<number | null, number | null | undefined, number | null>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>

export type BillingTables = {
  /** An organization as a customer of the payment provider. */
  billing_account: {
    organization_id: number
    /** Idempotency key for creating the customer. */
    reference: Generated<string>
    customer_id: string | null
    trial_began_at: Time
    /** The error of the last request to the provider; null if it succeeded. */
    problem: string | null
  }
  /** The last known state of an organization's subscription. */
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
    /** The time at which this state was requested; states requested earlier do not replace it. */
    asked_at: Time
    /** When a failed payment became known; null while it is paid. */
    overdue_since: ColumnType<Date | null, Date | null, Date | null>
  }
  /** Webhook events, stored before they are processed. */
  billing_event: {
    id: string
    organization_id: number
    type: string
    subscription_id: string
    received_at: Time
    handled_at: MaybeTime
  }
  /** A billing period of a subscription; its pages are reported to the provider. */
  billing_period: {
    organization_id: number
    subscription_id: string
    product: 'platform' | 'text'
    plan_id: string
    began_at: Time
    ends_at: Time
    /** Pages of the first day (UTC), which is usually partial; null until that day is over. */
    first_day_pages: PageCount
    /** The time at which all usage of the period had been reported. */
    closed_at: MaybeTime
  }
  /** Pages that were or will be reported. */
  billing_report: {
    id: Generated<string>
    organization_id: number
    subscription_id: string
    period_began_at: Time
    meter: string
    pages: ColumnType<number, number, never>
    at: Time
    /** The first attempt that the provider may have counted; null if it certainly counted none. */
    tried_at: MaybeTime
    counted_at: MaybeTime
    /** Set if it is unknown whether the provider counted them, and too late to find out. */
    unsettled_at: MaybeTime
  }
}
