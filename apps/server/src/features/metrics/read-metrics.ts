import type { MetricName, MetricQuery } from '@recto/contract/usage/metrics'
import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type Grain, type MetricBucket, readBuckets } from './metrics.reads.ts'
import { rollUp } from './metrics.store.ts'
import { grainOf, grainOfSource, metricPeriodOf, metricSourceOf, type Period } from './period.ts'

type ReadMetricsDependencies = Pick<Context, 'db'>
type ReadMetricsOptions = { readonly actor: Actor }
type Query = ReadMetricsOptions & { readonly query: MetricQuery }

export type MetricsOfPeriod = Period & {
  readonly source: string
  readonly buckets: readonly MetricBucket[]
}

const usualDays = 30

/** Project of all metrics; none has a tag. */
export const onlyProject = 'default'

/** Lists the metrics in the grain of their source. */
export async function listMetrics(
  ctx: ReadMetricsDependencies,
  { actor, query }: Query,
): Promise<MetricsOfPeriod & { readonly grain: Grain }> {
  const period = metricPeriodOf(query, usualDays)
  const source = metricSourceOf(query.source, period)
  const grain = grainOfSource[source]
  const buckets = await read(ctx, { actor, query }, { ...period, grain, isLive: false })
  return { ...period, source, grain, buckets }
}

/** Returns a series in the requested grain, or in that of the source if it is coarser. */
export async function readSeries(
  ctx: ReadMetricsDependencies,
  { actor, query }: Query,
  { isLive }: { readonly isLive: boolean },
): Promise<MetricsOfPeriod> {
  const period = metricPeriodOf(query, usualDays)
  const source = isLive ? 'hourly' : metricSourceOf(query.source, period)
  const grain = grainOf(query.granularity, source)
  const buckets = await read(ctx, { actor, query }, { ...period, grain, isLive })
  return { ...period, source: isLive ? 'live' : source, buckets }
}

/** Returns all metrics by day. */
export async function readDays(
  ctx: ReadMetricsDependencies,
  { actor }: ReadMetricsOptions,
  period: Period,
): Promise<readonly MetricBucket[]> {
  return read(ctx, { actor, query: {} }, { ...period, grain: 'day', isLive: false })
}

export type MetricKey = { readonly name: MetricName; readonly grain: Grain; readonly at: Date }

const hour = 60 * 60 * 1000
const maxMilliseconds = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 31 * 24 * hour }

export async function getMetric(
  ctx: ReadMetricsDependencies,
  { actor, key }: ReadMetricsOptions & { readonly key: MetricKey | undefined },
): Promise<MetricBucket> {
  if (!key) throw notFound('metric')
  const { name, grain, at: startsAt } = key
  const query = { metric_name: name }
  const until = new Date(startsAt.getTime() + maxMilliseconds[grain] - 1)
  const all = await read(ctx, { actor, query }, { from: startsAt, until, grain, isLive: false })
  const bucket = all.find((one) => one.at.getTime() === startsAt.getTime())
  if (!bucket) throw notFound('metric')
  return bucket
}

type Reading = Period & { readonly grain: Grain; readonly isLive: boolean }

async function read(
  ctx: ReadMetricsDependencies,
  { actor, query }: ReadMetricsOptions & { readonly query: Partial<MetricQuery> },
  { isLive, ...filter }: Reading,
): Promise<readonly MetricBucket[]> {
  const { metric_name: name, project = onlyProject, tag = '' } = query
  if (project !== onlyProject || tag !== '') return []
  const tenant = tenantOf(ctx, actor)
  const rolledUntil = isLive ? undefined : await rollUp(tenant)
  return readBuckets(tenant, { ...filter, name, rolledUntil })
}
