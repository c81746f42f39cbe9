import type { MetricName } from '@recto/contract/metrics'

type Time = Date

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
  /** Up to when an organization's hours are added up. */
  metric_rollup: { organization_id: number; rolled_until: Time }
  metric_call_count: { organization_id: number; user_id: number; began_at: Time; calls: number }
}
