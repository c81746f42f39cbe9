import type { notificationFields } from '@recto/contract/pipelines/notification-fields'
import type { ColumnType, Generated } from 'kysely'
import type { FieldColumns } from '../field-columns.ts'

type Time = ColumnType<Date, Date | undefined, Date>

export type NotificationTables = {
  /** A subscription to the end of runs of a deployment or pipeline. */
  notification: FieldColumns<typeof notificationFields> & {
    id: Generated<string>
    organization_id: number
    /** Whether it is about the organization's budget instead of runs. */
    is_of_budget: Generated<boolean>
    sealed_key: string | null
    /** Key that signs its messages. */
    sealed_secret: string
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  /**
   * A message to be delivered or delivered; a trigger inserts it when a run ends or a budget
   * threshold is crossed.
   */
  notification_delivery: {
    id: Generated<string>
    organization_id: number
    notification_id: string
    execution_id: string | null
    payload: ColumnType<Record<string, unknown>, string, never>
    state: Generated<'WAITING' | 'DELIVERED' | 'DEAD'>
    attempts: Generated<number>
    /** Set while it waits for its next attempt. */
    next_try_at: ColumnType<Date | null, Date | undefined, Date | null>
    worker_id: ColumnType<string | null, never, string | null>
    /** Workers that died while they held it. */
    deaths: Generated<number>
    status_code: number | null
    last_error: string | null
    created_at: Time
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}
