import type { MetricName, MetricSeries, RecentActivity } from '@recto/contract/usage/metrics'
import { showHiddenCharacters } from '@recto/contract/wire/names'

/** Amounts of one metric by day; days without any are omitted. */
export type MetricLine = {
  readonly name: MetricName
  readonly total: number
  readonly days: ReadonlyMap<string, number>
}

/** A recently started file. */
export type Activity = {
  readonly id: string
  readonly executionId: string
  readonly entity: 'ETL' | 'API' | 'WF'
  readonly fileName: string
  readonly status: string
  readonly workflow: string
  readonly startedAt: string
  readonly seconds: number | null
  readonly tokens: number
  readonly cost: number
}

export const linesFromWire = ({ series }: Pick<MetricSeries, 'series'>): readonly MetricLine[] =>
  series.map(({ metric_name, total_value, data }) => ({
    name: metric_name,
    total: total_value,
    days: new Map(data.map(({ timestamp, value }) => [timestamp.slice(0, 10), value])),
  }))

const entities = { etl: 'ETL', api: 'API', workflow: 'WF' } as const

export const activityFromWire = ({ activity }: RecentActivity): readonly Activity[] =>
  activity.map((point) => ({
    id: point.id,
    executionId: point.execution_id,
    entity: entities[point.type],
    fileName: showHiddenCharacters(point.file_name),
    status: point.status,
    workflow: point.workflow_name,
    startedAt: point.created_at,
    seconds: point.execution_time,
    tokens: point.total_tokens,
    cost: point.cost,
  }))

export const metricTitles: Readonly<Record<MetricName, string>> = {
  documents_processed: 'Documents',
  pages_processed: 'Pages',
  failed_pages: 'Pages in failed documents',
  llm_calls: 'Model calls',
  challenges: 'Challenges',
  summarization_calls: 'Summaries',
  llm_usage: 'Model cost',
  deployed_api_requests: 'API requests',
  etl_pipeline_executions: 'Pipeline runs',
  prompt_executions: 'Studio runs',
  hitl_reviews: 'Reviews',
  hitl_completions: 'Completed reviews',
}

const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

export const amountOf = (name: MetricName, value: number): string =>
  name === 'llm_usage' ? dollars.format(value) : wholeNumber.format(value)

const dayMs = 24 * 60 * 60 * 1000

/** Lists the days of the period as `YYYY-MM-DD` in UTC, oldest first. */
export const daysOf = (count: number, now = new Date()): readonly string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(now.getTime() - (count - 1 - i) * dayMs).toISOString().slice(0, 10),
  )
