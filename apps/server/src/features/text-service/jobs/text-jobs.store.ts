import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'

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
  key: { readonly id: string } | { readonly whisperHash: string },
): Promise<TextJobRow | undefined> {
  const query = db.selectFrom('text_job').selectAll().where('organization_id', '=', organizationId)
  const jobQuery =
    'id' in key ? query.where('id', '=', key.id) : query.where('whisper_hash', '=', key.whisperHash)
  return jobQuery.executeTakeFirst()
}

/**
 * Joins the job of an earlier upload whose client cannot have received the reply, and adds one
 * delivery to it. Locks the fingerprint until the transaction ends, so that uploads with the same
 * one run one after the other.
 */
export async function joinUnconfirmedJob(
  { db, organizationId }: Tenant,
  { fingerprint, minutes }: { readonly fingerprint: string; readonly minutes: number },
): Promise<TextJobRow | undefined> {
  await lockUploads({ db, organizationId }, fingerprint)
  return db
    .updateTable('text_job')
    .set({
      // A webhook gets the text once, however often it was requested.
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

/**
 * Finds the job of an earlier upload that was sent under the same idempotency key. Locks the key
 * until the transaction ends, so that uploads with it run one after the other.
 */
export async function lockRepeatedJob(
  { db, organizationId }: Tenant,
  { keyId, idempotencyKey }: { readonly keyId: string; readonly idempotencyKey: string },
): Promise<TextJobRow | undefined> {
  await lockUploads({ db, organizationId }, `${keyId}:${idempotencyKey}`)
  return db
    .selectFrom('text_job')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('charged_key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

type Restart = {
  readonly options: TextJobOptions
  readonly plan: string
  readonly reservation: Pick<NewTextJob, 'reserved_day' | 'reserved_pages'>
}

/** Lets a failed job wait for its start again. */
export async function restartTextJob(
  { db, organizationId }: Tenant,
  id: string,
  { options, plan, reservation }: Restart,
): Promise<TextJobRow> {
  return db
    .updateTable('text_job')
    .set({
      ...reservation,
      plan,
      options: JSON.stringify(options),
      status: 'accepted',
      error_message: '',
      started_at: null,
      finished_at: null,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function lockUploads({ db, organizationId }: Tenant, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId}:${name}`}, 0))`.execute(
    db,
  )
}

/** Removes one of several uploads that share the job; returns false when there is only one. */
export async function leaveSharedJob({ db, organizationId }: Tenant, id: string): Promise<boolean> {
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

/** Records that a client has named the job, so it has received the hash. */
export async function markKnown({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .updateTable('text_job')
    .set({ is_known: true })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_known', '=', false)
    .execute()
}

/**
 * Marks the job as processing and returns it; `undefined` when it is already finished or was
 * deleted.
 */
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
  | {
      readonly status: 'error'
      readonly error: string
      /** Absent where the document could not be opened. */
      readonly total?: number
    }

/** Finishes a job once; returns `undefined` when it was already finished. */
export async function completeTextJob(
  { db, organizationId }: Tenant,
  id: string,
  jobOutcome: JobOutcome,
): Promise<TextJobRow | undefined> {
  const resultColumns =
    jobOutcome.status === 'error'
      ? { error_message: toStorableText(jobOutcome.error), total_pages: jobOutcome.total ?? 0 }
      : {
          total_pages: jobOutcome.counts.total,
          requested_pages: jobOutcome.counts.requested,
          processed_pages: jobOutcome.counts.processed,
        }
  return db
    .updateTable('text_job')
    .set({
      ...resultColumns,
      status: jobOutcome.status,
      finished_at: sql`now()`,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['accepted', 'processing'])
    .returningAll()
    .executeTakeFirst()
}

/** Counts one delivery and returns how many are left. */
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
  /** Reason why the page could not be read; null when it was read. */
  readonly failure: string | null
}

/** Stores the progress of pages; a page that is read again after a crash counts once. */
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
        failure: failure === null ? null : toStorableText(failure),
      })),
    )
    .onConflict((c) =>
      c.columns(['job_id', 'page_no']).doUpdateSet({
        // A page that failed before a crash may be read after it, and vice versa.
        seconds: sql`excluded.seconds`,
        failure: sql`excluded.failure`,
      }),
    )
    .execute()
}

/** Returns the progress of a job's pages, ordered by page. */
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

export type ParsingJobFilter = {
  readonly tag: string
  readonly ids?: readonly string[] | undefined
  readonly statuses?: readonly TextJobRow['status'][] | undefined
  /** Whether failed jobs have this message, or any other. */
  readonly failure?: { readonly message: string; readonly isThisOne: boolean } | undefined
  readonly createdFrom?: Date | undefined
  readonly createdUntil?: Date | undefined
  readonly offset: number
  readonly limit: number
}

/** Returns jobs of clients of one other parser, newest first. */
export async function findParsingJobs(
  { db, organizationId }: Tenant,
  { tag, ids, statuses, failure, createdFrom, createdUntil, offset, limit }: ParsingJobFilter,
): Promise<TextJobRow[]> {
  let query = db
    .selectFrom('text_job')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('tag', '=', tag)
  if (ids) query = query.where(sql<boolean>`id::text = any(${[...ids]}::text[])`)
  if (statuses) query = query.where('status', 'in', statuses)
  if (failure) query = query.where('error_message', failure.isThisOne ? '=' : '!=', failure.message)
  if (createdFrom) query = query.where('created_at', '>=', createdFrom)
  if (createdUntil) query = query.where('created_at', '<=', createdUntil)
  return query.orderBy('created_at', 'desc').orderBy('id').offset(offset).limit(limit).execute()
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
