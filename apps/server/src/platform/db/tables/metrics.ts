import type { MetricName } from '@recto/contract/metrics'

type Time = Date

/** What was used; of what has no model, pages and files. */
type Used = {
  organization_id: number
  model: string | null
  project: string | null
  /** Also a workflow's that was run by itself; null in the studio. */
  deployment_id: string | null
  calls: number
  unpriced_calls: number
  tokens: number
  dollars: number
  pages: number
  files_completed: number
  files_failed: number
  files_stopped: number
}

export type MetricTables = {
  /** View: what is counted, of every room, as it happens. */
  metric_event: { organization_id: number; at: Time; metric_name: MetricName; value: number }
  /** View: an execution with what it has taken. */
  metric_execution: {
    organization_id: number
    id: string
    entity: 'API' | 'WF' | 'ETL' | 'TASK'
    status: string
    created_at: Time
    deployment_id: string
    deployment_name: string
    pages: number
    tokens: number
    cost: number
    calls: number
  }
  /** View: a file of an execution with what it has taken. */
  metric_file: {
    organization_id: number
    id: string
    execution_id: string
    entity: 'API' | 'WF' | 'ETL' | 'TASK'
    file_name: string
    status: string
    workflow_name: string
    created_at: Time
    seconds: number | null
    tokens: number
    cost: number
  }
  /** Hours that are over, added up. */
  metric_hour: {
    organization_id: number
    hour: Time
    metric_name: MetricName
    total: number
    count: number
    minimum: number
    maximum: number
  }
  /** View: what was used, as it happens. */
  metric_used: Used & { at: Time }
  /** The same by day (UTC), up to when hours are added up. */
  metric_used_day: Used & { day: string }
  /** Up to when an organization's hours are added up. */
  metric_rollup: { organization_id: number; rolled_until: Time }
  metric_call_count: { organization_id: number; user_id: number; began_at: Time; calls: number }
}
