import type { TextRecordItem } from '@recto/contract/text-service/text-product'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type AskedDays, periodOf } from './period-of.ts'
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
type Order = { readonly by: 'completed_at' | Measure; readonly isDescending: boolean }
type Page = AskedDays & {
  readonly actor: Actor
  readonly page: number
  readonly pageSize: number
  readonly order: Order
}

/**
 * Maximum number of records that are sorted by a measure; for more, only the order by time is fast
 * enough.
 */
const mostSorted = 50_000

export type RecordPage = { readonly count: number; readonly records: readonly RecordRow[] }

/** Returns one page of the documents read under a plan. */
export async function listRecords(
  { config, ...ctx }: ListRecordsDependencies,
  { actor, page, pageSize, order, ...wanted }: Page,
): Promise<RecordPage> {
  const tenant = tenantOf(ctx, actor)
  const period = periodOf(config, tenant, wanted)
  const days = await countRecords(tenant, period)
  const count = days.reduce((sum, { records }) => sum + records, 0)
  const slice = { offset: (page - 1) * pageSize, limit: pageSize, isDescending: order.isDescending }
  if (slice.offset >= count) return { count, records: [] }
  if (order.by === 'completed_at') {
    const { offset, ...rest } = skipDays(days, period, slice)
    return { count, records: await findRecordsByTime(tenant, rest.period, { ...slice, offset }) }
  }
  if (count > mostSorted) {
    const most = mostSorted.toLocaleString('en-US')
    throw invalid('ordering', `Choose fewer days: at most ${most} documents can be sorted so.`)
  }
  const measured = { ...slice, measure: order.by }
  return { count, records: await findRecordsByMeasure(tenant, period, measured) }
}

type ListRecordsOptions = { readonly period: PlanDays; readonly offset: number }

/**
 * Skips days that lie completely before the requested page, so that a late page reads no more than
 * a day's records too many.
 */
function skipDays(
  days: readonly DayCount[],
  period: PlanDays,
  { offset, isDescending }: { readonly offset: number; readonly isDescending: boolean },
): ListRecordsOptions {
  const walked = isDescending ? days.toReversed() : days
  let left = offset
  for (const { day, records } of walked) {
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

const partSize = 2000
/** Maximum number of rows in an export, which a spreadsheet can still open. */
const mostExported = 1_000_000

/**
 * Yields all records of a period in batches, oldest first. Throws before the first batch when there
 * are too many.
 */
export async function readRecords(
  { config, ...ctx }: ListRecordsDependencies,
  { actor, ...wanted }: AskedDays & { readonly actor: Actor },
): Promise<AsyncIterable<readonly RecordRow[]>> {
  const tenant = tenantOf(ctx, actor)
  const period = periodOf(config, tenant, wanted)
  const days = await countRecords(tenant, period)
  if (days.reduce((sum, { records }) => sum + records, 0) > mostExported) {
    const most = mostExported.toLocaleString('en-US')
    throw invalid('start_date', `Choose fewer days: at most ${most} documents fit into one file.`)
  }
  async function* parts() {
    let after: RecordPosition | undefined
    for (;;) {
      const part = await findRecordsAfter(tenant, period, { after, limit: partSize })
      if (part.length > 0) yield part
      const last = part.at(-1)
      if (!last || part.length < partSize) return
      after = { finishedAt: last.finished_at, jobId: last.job_id }
    }
  }
  return parts()
}

/** Parses the order; clients send `-completed_at` for newest first. */
export function orderOf(ordering: string): Order {
  const isDescending = ordering.startsWith('-')
  return {
    by: (isDescending ? ordering.slice(1) : ordering) as keyof TextRecordItem & Order['by'],
    isDescending,
  }
}
