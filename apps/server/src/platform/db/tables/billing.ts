import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
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
}
