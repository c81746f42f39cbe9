import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { findFirstUnsummedDay } from '../usage/usage-sums.store.ts'

/** Days in UTC as `YYYY-MM-DD`: the first one, and the one after the last. */
export type PlanDays = { readonly plan: string; readonly from: string; readonly before: string }

export type RecordRow = {
  readonly job_id: string
  readonly whisper_hash: string
  readonly mode: string
  readonly tag: string
  readonly processed_pages: number
  readonly requested_pages: number
  readonly total_pages: number
  readonly file_size: number
  readonly started_at: Date
  readonly finished_at: Date
}

const columns = sql`job_id, whisper_hash, mode, tag, processed_pages, requested_pages, total_pages,
  file_size::float8 as file_size, started_at, finished_at`

const startOf = (day: string) => sql`${day}::date::timestamp at time zone 'UTC'`

const isInPeriod = ({ organizationId }: Tenant, { plan, from, before: endDay }: PlanDays) => sql`
  organization_id = ${organizationId} and plan = ${plan}
  and finished_at >= ${startOf(from)} and finished_at < ${startOf(endDay)}`

export type DayCount = { readonly day: string; readonly records: number }

/** Counts the records of each day, oldest first. Days with stored sums are read from these. */
export async function countRecords(
  tenant: Tenant,
  { plan, from, before: endDay }: PlanDays,
): Promise<DayCount[]> {
  const { db, organizationId } = tenant
  const firstUnsummedDay = await findFirstUnsummedDay(tenant)
  const rawFrom = from > firstUnsummedDay ? from : firstUnsummedDay
  const { rows } = await sql<DayCount>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(jobs)::float8 as records
    from text_usage_day
    where organization_id = ${organizationId} and plan = ${plan}
      and day >= ${from}::date and day < least(${endDay}::date, ${firstUnsummedDay}::date)
    group by day
    union all
    select to_char((finished_at at time zone 'UTC')::date, 'YYYY-MM-DD'), count(*)::float8
    from text_usage where ${isInPeriod(tenant, { plan, from: rawFrom, before: endDay })}
    group by 1
    order by 1
  `.execute(db)
  return rows
}

type Slice = { readonly offset: number; readonly limit: number }

/** Finds records ordered by time, along an index. */
export async function findRecordsByTime(
  tenant: Tenant,
  period: PlanDays,
  { offset, limit, isDescending }: Slice & { readonly isDescending: boolean },
): Promise<RecordRow[]> {
  const order = isDescending ? sql`finished_at desc, job_id desc` : sql`finished_at asc, job_id asc`
  const { rows } = await sql<RecordRow>`
    select ${columns} from text_usage where ${isInPeriod(tenant, period)}
    order by ${order} offset ${offset}::integer limit ${limit}::integer
  `.execute(tenant.db)
  return rows
}

/** Expressions that no index covers, such as the reading time. */
const measures: Readonly<
  Record<'processing_time' | 'processed_page_count' | 'upload_file_size', RawBuilder<unknown>>
> = {
  processing_time: sql`finished_at - started_at`,
  processed_page_count: sql`processed_pages`,
  upload_file_size: sql`file_size`,
}
export type Measure = keyof typeof measures

/** Finds records ordered by a measure, which scans all records of the period. */
export async function findRecordsByMeasure(
  tenant: Tenant,
  period: PlanDays,
  {
    offset,
    limit,
    measure,
    isDescending,
  }: Slice & {
    readonly measure: Measure
    readonly isDescending: boolean
  },
): Promise<RecordRow[]> {
  const order = isDescending ? sql`desc` : sql`asc`
  const { rows } = await sql<RecordRow>`
    select ${columns} from text_usage where ${isInPeriod(tenant, period)}
    order by ${measures[measure]} ${order}, finished_at desc, job_id desc
    offset ${offset}::integer limit ${limit}::integer
  `.execute(tenant.db)
  return rows
}

export type RecordPosition = { readonly finishedAt: Date; readonly jobId: string }

/** Returns the records that follow a position, oldest first. */
export async function findRecordsAfter(
  tenant: Tenant,
  period: PlanDays,
  { position, limit }: { readonly position: RecordPosition | undefined; readonly limit: number },
): Promise<RecordRow[]> {
  const afterPosition = position
    ? sql`and (finished_at, job_id) > (${position.finishedAt}, ${position.jobId}::uuid)`
    : sql``
  const { rows } = await sql<RecordRow>`
    select ${columns} from text_usage where ${isInPeriod(tenant, period)} ${afterPosition}
    order by finished_at, job_id limit ${limit}::integer
  `.execute(tenant.db)
  return rows
}
