import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { storableText } from '../../../platform/db/storable.ts'

export type TextJobRow = Selectable<Tables['text_job']>
export type NewTextJob = Omit<Insertable<Tables['text_job']>, 'organization_id'>

export async function insertTextJob({ db, organizationId }: Tenant, job: NewTextJob) {
  return db
    .insertInto('text_job')
    .values({ ...job, organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findTextJob(
  { db, organizationId }: Tenant,
  by: { readonly id: string } | { readonly whisperHash: string },
): Promise<TextJobRow | undefined> {
  const query = db.selectFrom('text_job').selectAll().where('organization_id', '=', organizationId)
  const one =
    'id' in by ? query.where('id', '=', by.id) : query.where('whisper_hash', '=', by.whisperHash)
  return one.executeTakeFirst()
}

/**
 * The job of an earlier upload of which its client cannot have heard, as one more to be delivered.
 * Until the transaction ends, no other upload with the same fingerprint gets past here.
 */
export async function joinUnheardJob(
  { db, organizationId }: Tenant,
  { fingerprint, minutes }: { readonly fingerprint: string; readonly minutes: number },
): Promise<TextJobRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId}:${fingerprint}`}, 0))`.execute(
    db,
  )
  return db
    .updateTable('text_job')
    .set({
      // A webhook takes the text once, however often it was asked for.
      deliveries_left: sql`case when webhook_name is null then deliveries_left + 1 else deliveries_left end`,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('fingerprint', '=', fingerprint)
    .where('is_known', '=', false)
    .where('status', '!=', 'error')
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .returningAll()
    .executeTakeFirst()
}

/** Of several uploads that one job stands for, one is no longer waited for; false when there is only one. */
export async function leaveToOthers({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  const row = await db
    .updateTable('text_job')
    .set({ deliveries_left: sql`deliveries_left - 1`, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deliveries_left', '>', 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A client has named the job, so it has got its hash. */
export async function markKnown({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .updateTable('text_job')
    .set({ is_known: true })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_known', '=', false)
    .execute()
}

/** The job as it is from now on; `undefined` when it is already settled, or gone. */
export async function beginTextJob(
  { db, organizationId }: Tenant,
  id: string,
): Promise<TextJobRow | undefined> {
  return db
    .updateTable('text_job')
    .set({
      status: 'processing',
      started_at: sql`coalesce(started_at, now())`,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['accepted', 'processing'])
    .returningAll()
    .executeTakeFirst()
}

export type PageCounts = {
  readonly total: number
  readonly requested: number
  readonly processed: number
}
export type JobOutcome =
  | { readonly status: 'processed'; readonly counts: PageCounts }
  | { readonly status: 'error'; readonly error: string }

/** Settles a job once: `undefined` when it was settled before. */
export async function settleTextJob(
  { db, organizationId }: Tenant,
  id: string,
  settled: JobOutcome,
): Promise<TextJobRow | undefined> {
  const outcome =
    settled.status === 'error'
      ? { error_message: storableText(settled.error) }
      : {
          total_pages: settled.counts.total,
          requested_pages: settled.counts.requested,
          processed_pages: settled.counts.processed,
        }
  return db
    .updateTable('text_job')
    .set({
      ...outcome,
      status: settled.status,
      finished_at: sql`now()`,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['accepted', 'processing'])
    .returningAll()
    .executeTakeFirst()
}

/** One delivery less; returns how many are left. */
export async function countDelivery({ db, organizationId }: Tenant, id: string): Promise<number> {
  const row = await db
    .updateTable('text_job')
    .set({
      deliveries_left: sql`greatest(deliveries_left - 1, 0)`,
      status: sql`case when deliveries_left <= 1 then 'retrieved' else status end`,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['processed', 'retrieved'])
    .returning('deliveries_left')
    .executeTakeFirst()
  return row?.deliveries_left ?? 0
}

export type PageProgress = {
  readonly pageNo: number
  readonly seconds: number
  /** Why it could not be read. */
  readonly failure: string | null
}

/** A page that is read again after a kill counts once. */
export async function insertPages(
  { db, organizationId }: Tenant,
  jobId: string,
  pages: readonly PageProgress[],
): Promise<void> {
  if (pages.length === 0) return
  await db
    .insertInto('text_job_page')
    .values(
      pages.map(({ pageNo, seconds, failure }) => ({
        job_id: jobId,
        organization_id: organizationId,
        page_no: pageNo,
        seconds,
        failure: failure === null ? null : storableText(failure),
      })),
    )
    .onConflict((c) =>
      c.columns(['job_id', 'page_no']).doUpdateSet({
        // What failed may be read after a kill, and the other way round.
        seconds: sql`excluded.seconds`,
        failure: sql`excluded.failure`,
      }),
    )
    .execute()
}

/** By page. */
export async function findPages(
  { db, organizationId }: Tenant,
  jobId: string,
): Promise<PageProgress[]> {
  const rows = await db
    .selectFrom('text_job_page')
    .select(['page_no', 'seconds', 'failure'])
    .where('organization_id', '=', organizationId)
    .where('job_id', '=', jobId)
    .orderBy('page_no')
    .execute()
  return rows.map(({ page_no: pageNo, seconds, failure }) => ({ pageNo, seconds, failure }))
}

export async function findOldJobs(
  { db, organizationId }: Tenant,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<TextJobRow[]> {
  return db
    .selectFrom('text_job')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

export async function deleteTextJob({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('text_job')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
