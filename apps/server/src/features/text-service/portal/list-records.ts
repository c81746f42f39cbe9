import type { TextRecordItem } from '@recto/contract/text-service/text-product'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { planPeriodOf, type RequestedDays } from './period-of.ts'
import {
  countRecords,
  type DayCount,
  findRecordsAfter,
  findRecordsByMeasure,
  findRecordsByTime,
  type Measure,
  type PlanDays,
  type RecordPosition,
  type RecordRow,
} from './records.store.ts'

type ListRecordsDependencies = Pick<Context, 'config' | 'db'>
type RecordOrder = { readonly by: 'completed_at' | Measure; readonly isDescending: boolean }
type ListRecordsRequest = RequestedDays & {
  readonly actor: Actor
  readonly page: number
  readonly pageSize: number
  readonly order: RecordOrder
}

/**
 * Maximum number of records that are sorted by a measure; for more, only the order by time is fast
 * enough.
 */
const maxSortedRecords = 50_000

export type RecordPage = { readonly count: number; readonly records: readonly RecordRow[] }

/** Returns one page of the documents read under a plan. */
export async function listRecords(
  { config, ...ctx }: ListRecordsDependencies,
  { actor, page, pageSize, order, ...requestedPeriod }: ListRecordsRequest,
): Promise<RecordPage> {
  const tenant = tenantOf(ctx, actor)
  const period = planPeriodOf(config, tenant, requestedPeriod)
  const dayCounts = await countRecords(tenant, period)
  const count = dayCounts.reduce((sum, { records }) => sum + records, 0)
  const slice = { offset: (page - 1) * pageSize, limit: pageSize, isDescending: order.isDescending }
  if (slice.offset >= count) return { count, records: [] }
  if (order.by === 'completed_at') {
    const { offset, ...rest } = skipDays(dayCounts, period, slice)
    return { count, records: await findRecordsByTime(tenant, rest.period, { ...slice, offset }) }
  }
  if (count > maxSortedRecords) {
    const limit = maxSortedRecords.toLocaleString('en-US')
    throw invalid(
      'ordering',
      `Choose fewer days: at most ${limit} documents can be sorted this way.`,
    )
  }
  const measuredSlice = { ...slice, measure: order.by }
  return { count, records: await findRecordsByMeasure(tenant, period, measuredSlice) }
}

type RemainingSlice = { readonly period: PlanDays; readonly offset: number }

/**
 * Skips days that lie completely before the requested page, so that a late page reads no more than
 * a day's records too many.
 */
function skipDays(
  dayCounts: readonly DayCount[],
  period: PlanDays,
  { offset, isDescending }: { readonly offset: number; readonly isDescending: boolean },
): RemainingSlice {
  const orderedDays = isDescending ? dayCounts.toReversed() : dayCounts
  let left = offset
  for (const { day, records } of orderedDays) {
    if (left < records) {
      const edge = isDescending ? { before: nextDay(day) } : { from: day }
      return { period: { ...period, ...edge }, offset: left }
    }
    left -= records
  }
  return { period, offset }
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const batchSize = 2000
/** Maximum number of rows in an export, which a spreadsheet can still open. */
const maxExportedRecords = 1_000_000

/**
 * Yields all records of a period in batches, oldest first. Throws before the first batch when there
 * are too many.
 */
export async function readRecords(
  { config, ...ctx }: ListRecordsDependencies,
  { actor, ...requestedPeriod }: RequestedDays & { readonly actor: Actor },
): Promise<AsyncIterable<readonly RecordRow[]>> {
  const tenant = tenantOf(ctx, actor)
  const period = planPeriodOf(config, tenant, requestedPeriod)
  const dayCounts = await countRecords(tenant, period)
  if (dayCounts.reduce((sum, { records }) => sum + records, 0) > maxExportedRecords) {
    const limit = maxExportedRecords.toLocaleString('en-US')
    throw invalid('start_date', `Choose fewer days: at most ${limit} documents fit into one file.`)
  }
  async function* batches() {
    let position: RecordPosition | undefined
    for (;;) {
      const batch = await findRecordsAfter(tenant, period, { position, limit: batchSize })
      if (batch.length > 0) yield batch
      const last = batch.at(-1)
      if (!last || batch.length < batchSize) return
      position = { finishedAt: last.finished_at, jobId: last.job_id }
    }
  }
  return batches()
}

/** Parses the order; clients send `-completed_at` for newest first. */
export function orderOf(ordering: string): RecordOrder {
  const isDescending = ordering.startsWith('-')
  return {
    by: (isDescending ? ordering.slice(1) : ordering) as keyof TextRecordItem & RecordOrder['by'],
    isDescending,
  }
}
