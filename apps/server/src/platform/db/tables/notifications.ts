import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type NotificationTables = {
  /** Who is told when a run of a deployment or of a pipeline ends. */
  notification: {
    id: Generated<string>
    organization_id: number
    deployment_id: string | null
    pipeline_id: string | null
    /** Hears of the organization's budget, and of no run. */
    is_of_budget: Generated<boolean>
    name: string
    url: string | null
    platform: 'SLACK' | 'API' | null
    authorization_type: 'BEARER' | 'API_KEY' | 'CUSTOM_HEADER' | 'NONE'
    authorization_header: string | null
    sealed_key: string | null
    /** What its messages are signed with. */
    sealed_secret: string
    max_retries: Generated<number>
    is_active: Generated<boolean>
    /** Only of runs in which something failed. */
    notify_on_failures: Generated<boolean>
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** One message, on its way or arrived; a trigger makes it when a run ends or a line of the budget is crossed. */
  notification_delivery: {
    id: Generated<string>
    organization_id: number
    notification_id: string
    execution_id: string | null
    payload: ColumnType<Record<string, unknown>, string, never>
    state: Generated<'WAITING' | 'DELIVERED' | 'DEAD'>
    attempts: Generated<number>
    /** Null once it was delivered or given up. */
    next_try_at: ColumnType<Date | null, Date | undefined, Date | null>
    status_code: number | null
    last_error: string | null
    created_at: Time
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}
