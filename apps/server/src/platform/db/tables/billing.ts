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
  /** The last known state of each subscription of an organization. */
  billing_subscription: {
    organization_id: number
    product: 'platform' | 'text'
    /** Whether it is the one of its product that is in use; at most one is. */
    is_current: Generated<boolean>
    /** Time of the purchase. */
    started_at: Time
    /** Time of its final end. */
    ended_at: MaybeTime
    /** Time of the decision to end it and to refund the rest of its period. */
    refund_due_at: MaybeTime
    refunded_at: MaybeTime
    refunded_cents: PageCount
    /** The provider's own id. */
    subscription_id: string
    plan_id: string
    status: string
    ends_with_period: boolean
    period_began_at: Time
    period_ends_at: Time
    /** The time at which this state was requested; states requested earlier do not replace it. */
    asked_at: Time
    /** Time at which a failed payment became known; null while it is paid. */
    overdue_since: ColumnType<Date | null, Date | null, Date | null>
  }
  /** Checkout pages of the provider that were opened; at most the last one of a product can still be paid. */
  billing_checkout: {
    session_id: string
    organization_id: number
    product: 'platform' | 'text'
    plan_id: string
    opened_at: Time
    /** Paid or expired. */
    closed_at: MaybeTime
  }
  /** Problems for a person to look at; without an organization, they concern the installation. */
  billing_alarm: {
    id: Generated<string>
    organization_id: number | null
    kind: string
    /** Its subject, such as the id of a subscription; an alarm is raised once until it is settled. */
    subject: string
    detail: string
    raised_at: Time
    settled_at: MaybeTime
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
    /** The whole period at the provider. A change of the plan divides it into several rows. */
    cycle_began_at: Time
    cycle_ends_at: Time
    /** The time up to which its usage was counted; no other period may cover that time. */
    counted_until: MaybeTime
    /** Pages of the first day (UTC), which is usually partial; null until that day is over. */
    first_day_pages: PageCount
    /** The time at which all usage of the period had been reported. */
    closed_at: MaybeTime
  }
  /** Usage that a period covers on a day (UTC). */
  billing_usage_day: {
    organization_id: number
    subscription_id: string
    period_began_at: Time
    day: ColumnType<string, string, never>
    /** `platform`, `text`, or the name of a price of the text service. */
    kind: string
    plan_id: string
    pages: ColumnType<number, number, number>
    tokens: ColumnType<number, number, number>
    counted_at: Time
  }
  /** Pages that were or will be reported. */
  billing_report: {
    id: Generated<string>
    organization_id: number
    subscription_id: string
    period_began_at: Time
    meter: string
    pages: ColumnType<number, number, never>
    /** Time for which they are reported; it decides which invoice contains them. */
    at: Time
    /** Day on which they were read. */
    day: ColumnType<string, string, never>
    /** Kind of its pages, as in `billing_usage_day`; null in reports of earlier versions. */
    kind: ColumnType<string | null, string, never>
    plan_id: ColumnType<string | null, string, never>
    /** Price of one page. */
    dollars: ColumnType<number | null, number, never>
    /** Last answer of the provider. */
    answer: ColumnType<string | null, string | null | undefined, string | null>
    /** The first attempt that the provider may have counted; null if it certainly counted none. */
    tried_at: MaybeTime
    counted_at: MaybeTime
    /** Set if it is unknown whether the provider counted them, and too late to find out. */
    unsettled_at: MaybeTime
    /** Set if it was too late for the last invoice that could have contained them. */
    missed_at: MaybeTime
  }
}
