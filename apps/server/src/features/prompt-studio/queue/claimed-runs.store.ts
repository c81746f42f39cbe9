import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { WorkTable } from '../../../platform/work/item-store.ts'
import type { RunRow } from './runs.store.ts'

/**
 * Maximum number of runs of one person in an organization that run at the same time; runs that are
 * answered together count as one.
 */
const maxRunsOfPerson = 5

/**
 * The runs of the studio as items of work. Somebody waits for each of them, and people take turns. Runs of a
 * task that come after another one of their document wait until that one has ended.
 */
export const runTable: WorkTable = {
  table: 'studio_run',
  group: sql`created_by`,
  groupPrefix: 'studio/',
  isAwaited: 'always',
  isWaiting: sql`state = 'waiting'`,
  isHeld: sql`state = 'running'`,
  isEligible: sql`not exists (
    select from studio_run before
    where before.task_id = studio_run.task_id and before.document_id = studio_run.document_id
      and before.profile_id = studio_run.profile_id and before.rank < studio_run.rank
      and before.state in ('waiting', 'running')
  )`,
  onClaim: sql`state = 'running', started_at = coalesce(started_at, now())`,
  onRelease: sql`state = 'waiting', led_by = null`,
  leader: sql`led_by`,
  maxOfGroup: maxRunsOfPerson,
}

/**
 * Releases the runs that are answered together with the leader, without the leader itself, and
 * returns how many of them can be claimed again.
 */
export async function releaseJoinedRows(
  { db, organizationId }: Tenant,
  { leaderId, workerId }: { readonly leaderId: string; readonly workerId: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('studio_run')
    .set({ state: 'waiting', worker_id: null, led_by: null })
    .where('organization_id', '=', organizationId)
    .where('led_by', '=', leaderId)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export type HeldRun = { readonly id: string; readonly workerId: string }
type BegunRun = { readonly run: RunRow; readonly isFirst: boolean }

/** Marks a claimed run as started; returns `undefined` when the worker has lost its lease. */
export async function beginRun(
  { db, organizationId }: Tenant,
  { id, workerId }: HeldRun,
): Promise<BegunRun | undefined> {
  const { rows } = await sql<RunRow & { readonly was_begun: boolean }>`
    update studio_run set is_begun = true, asked_at = null
    from (select id as of, is_begun as was_begun from studio_run where id = ${id} for update) before
    where organization_id = ${organizationId} and id = before.of and worker_id = ${workerId}
      and state = 'running'
    returning studio_run.*, before.was_begun`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { was_begun, ...run } = row
  return { run, isFirst: !was_begun }
}

/** Notes that the run waits for a model; returns `undefined` when that is known or the run has ended. */
export async function markAsked(
  { db, organizationId }: Tenant,
  { id, workerId }: HeldRun,
): Promise<RunRow | undefined> {
  return db
    .updateTable('studio_run')
    .set({ asked_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .where('asked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Claims waiting runs of the same person, document and profile, which are answered together with the
 * leader.
 */
export async function joinWaitingRuns(
  { db, organizationId }: Tenant,
  leader: RunRow,
  { workerId, maxRuns }: { readonly workerId: string; readonly maxRuns: number },
): Promise<readonly RunRow[]> {
  const { rows } = await sql<RunRow>`
    update studio_run
    set state = 'running', worker_id = ${workerId}, led_by = ${leader.id}, is_begun = true,
      started_at = coalesce(studio_run.started_at, now())
    from (
      select id from studio_run
      where organization_id = ${organizationId} and created_by = ${leader.created_by}
        and document_id = ${leader.document_id} and profile_id = ${leader.profile_id}
        and requested_profile_id is not distinct from ${leader.requested_profile_id}::uuid
        and kind = 'prompt' and rank = 0 and deaths = 0 and state = 'waiting'
      order by created_at, id limit ${maxRuns}::integer
      for update skip locked
    ) next
    where studio_run.id = next.id
    returning studio_run.*`.execute(db)
  return rows
}

type EndedRuns = {
  readonly ids: readonly string[]
  readonly workerId: string
} & (
  | {
      readonly state: 'done'
      readonly outputIds: ReadonlyMap<string, readonly string[]>
      readonly outcome: unknown
    }
  | { readonly state: 'failed'; readonly outcome: unknown; readonly error: string }
)

/** Ends the runs that the worker still holds and returns their ids. */
export async function endRuns(
  { db, organizationId }: Tenant,
  { ids, workerId, ...result }: EndedRuns,
): Promise<readonly string[]> {
  const isDone = result.state === 'done'
  const outcome = result.outcome === null ? null : toStorableJson(result.outcome)
  const error = isDone ? null : toStorableText(result.error)
  const outputs = isDone ? Object.fromEntries(result.outputIds) : {}
  const { rows } = await sql<{ id: string }>`
    update studio_run
    set state = ${result.state}, outcome = ${outcome}::jsonb, error = ${error}, worker_id = null,
      ended_at = now(), output_ids = coalesce((
        select array_agg(value::uuid order by place)
        from jsonb_array_elements_text(${JSON.stringify(outputs)}::jsonb -> studio_run.id::text)
          with ordinality as made (value, place)
      ), '{}')
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])
      and worker_id = ${workerId} and state = 'running'
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
