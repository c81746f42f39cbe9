import {
  histograms,
  type MetricName,
  type MetricSeries,
  type MetricType,
  metricNames,
  type RecentActivity,
} from '@recto/contract/usage/metrics'
import { presentTime } from '../../platform/wire-format.ts'
import type {
  DeploymentUsage,
  Grain,
  MetricBucket,
  RecentFiles,
  recentFiles,
  usageByDeployment,
} from './metrics.reads.ts'
import type { Period } from './period.ts'
import { type MetricKey, onlyProject } from './read-metrics.ts'

const typeOf = (name: MetricName): MetricType =>
  histograms.includes(name) ? 'histogram' : 'counter'

export const presentPeriod = ({ from, until }: Period) => ({
  start_date: presentTime(from),
  end_date: presentTime(until),
})

const labels = { project: onlyProject, tag: null }

export const presentMetric = (bucket: MetricBucket, grain: Grain) => ({
  id: idOf({ name: bucket.name, grain, at: bucket.at }),
  timestamp: presentTime(bucket.at),
  metric_name: bucket.name,
  metric_type: typeOf(bucket.name),
  metric_value: bucket.total,
  metric_count: bucket.count,
  ...labels,
  created_at: presentTime(bucket.at),
})

type Group = { readonly name: MetricName; readonly buckets: readonly MetricBucket[] }

/** Groups buckets by metric, in the order used everywhere; metrics without events are left out. */
function byName(buckets: readonly MetricBucket[]): readonly Group[] {
  return metricNames
    .map((name) => {
      const some = buckets.filter((one) => one.name === name)
      return some.length > 0 ? { name, buckets: some } : undefined
    })
    .filter((value) => value !== undefined)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const totalsOf = (buckets: readonly MetricBucket[]) => ({
  total_value: sum(buckets.map(({ total }) => total)),
  total_count: sum(buckets.map(({ count }) => count)),
})

export const presentSummary = (buckets: readonly MetricBucket[]) =>
  byName(buckets).map(({ name, buckets: some }) => {
    const totals = totalsOf(some)
    return {
      metric_name: name,
      metric_type: typeOf(name),
      ...totals,
      average_value: totals.total_value / totals.total_count,
      min_value: Math.min(...some.map(({ minimum }) => minimum)),
      max_value: Math.max(...some.map(({ maximum }) => maximum)),
    }
  })

export const presentSeries = (buckets: readonly MetricBucket[]): MetricSeries['series'] =>
  byName(buckets).map(({ name, buckets: some }) => ({
    metric_name: name,
    metric_type: typeOf(name),
    ...labels,
    data: some.map(({ at: startsAt, total, count }) => ({
      timestamp: presentTime(startsAt),
      value: total,
      count,
    })),
    ...totalsOf(some),
  }))

export const presentTotals = (buckets: readonly MetricBucket[]) =>
  byName(buckets).map(({ name, buckets: some }) => ({ metric_name: name, ...totalsOf(some) }))

export function presentDays(buckets: readonly MetricBucket[]) {
  const days = new Map<string, Record<string, number>>()
  for (const { at, name, total } of buckets) {
    const date = at.toISOString().slice(0, 10)
    days.set(date, { ...days.get(date), [name]: total })
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, metrics]) => ({ date, metrics }))
}

const activityOf = { API: 'api', ETL: 'etl', TASK: 'etl', WF: 'workflow' } as const

export const presentActivity = (files: RecentFiles): RecentActivity['activity'] =>
  files.map((file) => ({
    id: file.id,
    execution_id: file.execution_id,
    type: activityOf[file.entity],
    file_name: file.file_name,
    status: file.status,
    workflow_name: file.workflow_name,
    created_at: presentTime(file.created_at),
    execution_time: file.seconds,
    total_tokens: file.tokens,
    cost: file.cost,
  }))

export const presentDeployments = (rows: DeploymentUsage) =>
  rows.map((row) => ({
    deployment_id: row.deployment_id,
    deployment_name: row.name,
    total_tokens: row.tokens,
    total_cost: row.cost,
    call_count: row.calls,
    execution_count: row.executions,
    completed_executions: row.completed,
    failed_executions: row.failed,
    total_pages_processed: row.pages,
    first_execution_at: presentTime(row.first),
    last_execution_at: presentTime(row.last),
  }))

const grains: readonly Grain[] = ['hour', 'day', 'week', 'month']

/**
 * Builds the id of a sum from its metric, grain and time, because sums have no rows of their own.
 */
function idOf({ name, grain, at }: MetricKey): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const seconds = hex(at.getTime() / 1000, 12)
  const what = `${hex(metricNames.indexOf(name), 2)}${hex(grains.indexOf(grain), 1)}`
  return `${seconds.slice(0, 8)}-${seconds.slice(8)}-8${what}-8000-000000000000`
}

export function keyOf(id: string): MetricKey | undefined {
  const [, high, low, name, grain] =
    /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{2})([0-9a-f])-8000-0{12}$/i.exec(id) ?? []
  const known = {
    name: metricNames[Number.parseInt(name ?? '', 16)],
    grain: grains[Number.parseInt(grain ?? '', 16)],
    at: new Date(Number.parseInt(`${high}${low}`, 16) * 1000),
  }
  const { name: named, grain: grained, at } = known
  const isTime = at >= new Date(0) && at < new Date('9999-01-01')
  return named && grained && isTime ? { name: named, grain: grained, at } : undefined
}
