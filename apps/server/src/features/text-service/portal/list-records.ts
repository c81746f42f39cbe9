import type { TextRecordItem } from '@recto/contract/text-product'
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
  type RecordRow,
} from './records.store.ts'

type Needs = Pick<Context, 'config' | 'db'>
type Order = { readonly by: 'completed_at' | Measure; readonly isDescending: boolean }
type Page = AskedDays & {
  readonly actor: Actor
  readonly page: number
  readonly pageSize: number
  readonly order: Order
}

/** Of more records than these, only the order in time is quick enough. */
const mostSorted = 50_000

export type RecordPage = { readonly count: number; readonly records: readonly RecordRow[] }

/** One page of what was read under a plan. */
export async function listRecords(
  { config, ...ctx }: Needs,
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

type Skipped = { readonly period: PlanDays; readonly offset: number }

/** Days that lie whole before a page are left out, so that a late page costs no more than a day's records. */
function skipDays(
  days: readonly DayCount[],
  period: PlanDays,
  { offset, isDescending }: { readonly offset: number; readonly isDescending: boolean },
): Skipped {
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
/** A table that a spreadsheet still opens. */
const mostExported = 1_000_000

/** All of a period in parts, oldest first. Throws before the first one when it is too much. */
export async function readRecords(
  { config, ...ctx }: Needs,
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
    let after: Parameters<typeof findRecordsAfter>[2]['after']
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

/** Clients say `-completed_at` for the last one first. */
export function orderOf(ordering: string): Order {
  const isDescending = ordering.startsWith('-')
  return {
    by: (isDescending ? ordering.slice(1) : ordering) as keyof TextRecordItem & Order['by'],
    isDescending,
  }
}
