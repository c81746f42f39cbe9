import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

export const metricNames = [
  'documents_processed',
  'pages_processed',
  'llm_calls',
  'challenges',
  'summarization_calls',
  'llm_usage',
  'deployed_api_requests',
  'etl_pipeline_executions',
  'prompt_executions',
  'hitl_reviews',
  'hitl_completions',
  'failed_pages',
] as const
export const MetricName = z.enum(metricNames)
export type MetricName = z.output<typeof MetricName>

const MetricType = z.enum(['counter', 'histogram'])
export type MetricType = z.output<typeof MetricType>

/** Metrics whose events carry a size; events of the others count one each. */
export const histograms: readonly MetricName[] = ['llm_usage', 'pages_processed', 'failed_pages']

const Source = z.enum(['auto', 'hourly', 'daily', 'monthly'])
const Granularity = z.enum(['hour', 'day', 'week'])
export type MetricGranularity = z.output<typeof Granularity>

const Moment = z.coerce.date().min(new Date('1970-01-01')).max(new Date('9999-12-31'))

/** Thirty days up to now unless stated. What is counted has one project, `default`, and no tag. */
export const MetricQuery = z.object({
  start_date: Moment.optional(),
  end_date: Moment.optional(),
  metric_name: MetricName.optional(),
  project: z.string().max(255).optional(),
  tag: z.string().max(255).optional(),
  granularity: Granularity.default('day'),
  source: Source.default('auto'),
  refresh: z.string().max(10).optional(),
})
export type MetricQuery = z.output<typeof MetricQuery>

const Period = { start_date: Timestamp, end_date: Timestamp }
const Named = { metric_name: MetricName, metric_type: MetricType }
const Labels = { project: z.string(), tag: z.string().nullable() }
const Totals = { total_value: z.number(), total_count: z.number() }

const Metric = z.object({
  id: z.string(),
  timestamp: Timestamp,
  ...Named,
  metric_value: z.number(),
  metric_count: z.number(),
  ...Labels,
  created_at: Timestamp,
})

const get = { method: 'GET', who: 'member', query: MetricQuery } as const

export const listMetrics = endpoint({ ...get, path: '/metrics/', reply: z.array(Metric) })

export const getMetric = endpoint({
  method: 'GET',
  path: '/metrics/:id/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  reply: Metric,
})

const MetricSummary = z.object({
  ...Period,
  source: z.string(),
  summary: z.array(
    z.object({
      ...Named,
      ...Totals,
      average_value: z.number().nullable(),
      min_value: z.number().nullable(),
      max_value: z.number().nullable(),
    }),
  ),
})

export const summarizeMetrics = endpoint({
  ...get,
  path: '/metrics/summary/',
  reply: MetricSummary,
})
export const summarizeLiveMetrics = endpoint({
  ...get,
  path: '/metrics/live-summary/',
  reply: MetricSummary,
})

const Span = { ...Period, granularity: Granularity, source: z.string() }

/** Days without an event are not among the data. */
export const MetricSeries = z.object({
  ...Span,
  series: z.array(
    z.object({
      ...Named,
      ...Labels,
      data: z.array(z.object({ timestamp: Timestamp, value: z.number(), count: z.number() })),
      ...Totals,
    }),
  ),
})
export type MetricSeries = z.output<typeof MetricSeries>

export const readMetricSeries = endpoint({ ...get, path: '/metrics/series/', reply: MetricSeries })

export const readLiveMetricSeries = endpoint({
  ...get,
  path: '/metrics/live-series/',
  reply: z.object({
    ...Span,
    series: z.array(
      z.object({
        ...Named,
        data: z.array(z.object({ timestamp: Timestamp, value: z.number() })),
        total_value: z.number(),
      }),
    ),
  }),
})

/** Seven days up to now unless stated; dates that are none are as good as none. */
export const readMetricOverview = endpoint({
  method: 'GET',
  path: '/metrics/overview/',
  who: 'member',
  query: z.object({
    start_date: Moment.optional().catch(undefined),
    end_date: Moment.optional().catch(undefined),
  }),
  reply: z.object({
    period: z.object({ ...Period, days: z.number() }),
    totals: z.array(z.object({ metric_name: MetricName, ...Totals })),
    daily_trend: z.array(z.object({ date: z.string(), metrics: z.record(z.string(), z.number()) })),
  }),
})

export const RecentActivity = z.object({
  activity: z.array(
    z.object({
      id: z.uuid(),
      execution_id: z.uuid(),
      type: z.enum(['etl', 'api', 'workflow']),
      file_name: z.string(),
      status: z.string(),
      workflow_name: z.string(),
      created_at: Timestamp,
      execution_time: z.number().nullable(),
      total_tokens: z.number(),
      cost: z.number(),
    }),
  ),
})
export type RecentActivity = z.output<typeof RecentActivity>

export const readRecentActivity = endpoint({
  method: 'GET',
  path: '/metrics/recent-activity/',
  who: 'member',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: RecentActivity,
})

export const readDeploymentUsage = endpoint({
  method: 'GET',
  path: '/metrics/workflow-token-usage/',
  who: 'member',
  query: z.object({
    start_date: Moment.optional(),
    end_date: Moment.optional(),
    deployment_type: z.enum(['API', 'ETL', 'TASK', 'WF']).default('API'),
  }),
  reply: z.object({
    ...Period,
    deployment_type: z.string(),
    /** No more than thirty days are looked at. */
    range_truncated: z.boolean(),
    deployments: z.array(
      z.object({
        deployment_id: z.string(),
        deployment_name: z.string(),
        total_tokens: z.number(),
        total_cost: z.number(),
        call_count: z.number(),
        execution_count: z.number(),
        completed_executions: z.number(),
        failed_executions: z.number(),
        total_pages_processed: z.number(),
        first_execution_at: Timestamp,
        last_execution_at: Timestamp,
      }),
    ),
  }),
})

const Check = z.object({ status: z.literal('ok') })

export const checkMetrics = endpoint({
  method: 'GET',
  path: '/metrics/health/',
  who: 'member',
  reply: z.object({
    healthy: z.literal(true),
    checks: z.object({ database: Check, cache: Check }),
    timestamp: Timestamp,
  }),
})
