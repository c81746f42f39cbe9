import type { MetricName } from '@recto/contract/usage/metrics'

type Time = Date

/** Usage. Without a model, it is counted in pages and files. */
type UsageColumns = {
  organization_id: number
  model: string | null
  project: string | null
  /** The deployment, or a workflow that ran on its own; null in the studio. */
  deployment_id: string | null
  calls: number
  unpriced_calls: number
  tokens: number
  dollars: number
  pages: number
  files_completed: number
  files_failed: number
  files_stopped: number
  input_tokens: number
  cached_tokens: number
  output_tokens: number
  reasoning_tokens: number
  saved_by_cache: number
  saved_by_single_pass: number
  saved_by_batch: number
  /** Questions answered by calls for values whose price is known, and what these calls cost. */
  paid_questions: number
  paid_dollars: number
  /** Questions answered without a call, by what answered them. */
  embedded_answers: number
  layout_answers: number
  built_in_answers: number
}

export type MetricTables = {
  /** View: counted events of all modules, live. */
  metric_event: { organization_id: number; at: Time; metric_name: MetricName; value: number }
  /** View: executions with their usage. */
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
  /** View: files of executions with their usage. */
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
  /** Aggregates of completed hours. */
  metric_hour: {
    organization_id: number
    hour: Time
    metric_name: MetricName
    total: number
    count: number
    minimum: number
    maximum: number
  }
  /** View: usage, live. */
  metric_used: UsageColumns & { at: Time }
  /** Daily aggregates (UTC) up to the last aggregated hour. */
  metric_used_day: UsageColumns & { day: string }
  /** The time up to which an organization's hours are aggregated. */
  metric_rollup: { organization_id: number; rolled_until: Time }
  metric_call_count: { organization_id: number; user_id: number; began_at: Time; calls: number }
}
