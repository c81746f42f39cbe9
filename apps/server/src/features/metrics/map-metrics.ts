import {
  histograms,
  type MetricName,
  type MetricSeries,
  type MetricType,
  metricNames,
  type RecentActivity,
} from '@recto/contract/usage/metrics'
import { presentTime } from '../../platform/wire-format.ts'
import type { DeploymentUsage, Grain, MetricBucket, RecentFiles } from './metrics.reads.ts'
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
function groupByName(buckets: readonly MetricBucket[]): readonly Group[] {
  return metricNames
    .map((name) => {
      const ofName = buckets.filter((one) => one.name === name)
      return ofName.length > 0 ? { name, buckets: ofName } : undefined
    })
    .filter((value) => value !== undefined)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const totalsOf = (buckets: readonly MetricBucket[]) => ({
  total_value: sum(buckets.map(({ total }) => total)),
  total_count: sum(buckets.map(({ count }) => count)),
})

export const presentSummary = (buckets: readonly MetricBucket[]) =>
  groupByName(buckets).map(({ name, buckets: ofName }) => {
    const totals = totalsOf(ofName)
    return {
      metric_name: name,
      metric_type: typeOf(name),
      ...totals,
      average_value: totals.total_value / totals.total_count,
      min_value: Math.min(...ofName.map(({ minimum }) => minimum)),
      max_value: Math.max(...ofName.map(({ maximum }) => maximum)),
    }
  })

export const presentSeries = (buckets: readonly MetricBucket[]): MetricSeries['series'] =>
  groupByName(buckets).map(({ name, buckets: ofName }) => ({
    metric_name: name,
    metric_type: typeOf(name),
    ...labels,
    data: ofName.map(({ at: startsAt, total, count }) => ({
      timestamp: presentTime(startsAt),
      value: total,
      count,
    })),
    ...totalsOf(ofName),
  }))

export const presentTotals = (buckets: readonly MetricBucket[]) =>
  groupByName(buckets).map(({ name, buckets: ofName }) => ({
    metric_name: name,
    ...totalsOf(ofName),
  }))

export function presentMetricDays(buckets: readonly MetricBucket[]) {
  const days = new Map<string, Record<string, number>>()
  for (const { at: startsAt, name, total } of buckets) {
    const date = startsAt.toISOString().slice(0, 10)
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

export const presentDeploymentMetrics = (rows: DeploymentUsage) =>
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
function idOf({ name, grain, at: startsAt }: MetricKey): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const seconds = hex(startsAt.getTime() / 1000, 12)
  const kindDigits = `${hex(metricNames.indexOf(name), 2)}${hex(grains.indexOf(grain), 1)}`
  return `${seconds.slice(0, 8)}-${seconds.slice(8)}-8${kindDigits}-8000-000000000000`
}

export function keyOf(id: string): MetricKey | undefined {
  const [, high, low, name, grain] =
    /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{2})([0-9a-f])-8000-0{12}$/i.exec(id) ?? []
  const key = {
    name: metricNames[Number.parseInt(name ?? '', 16)],
    grain: grains[Number.parseInt(grain ?? '', 16)],
    at: new Date(Number.parseInt(`${high}${low}`, 16) * 1000),
  }
  const { name: metricName, grain: keyGrain, at: startsAt } = key
  const isTime = startsAt >= new Date(0) && startsAt < new Date('9999-01-01')
  return metricName && keyGrain && isTime
    ? { name: metricName, grain: keyGrain, at: startsAt }
    : undefined
}
