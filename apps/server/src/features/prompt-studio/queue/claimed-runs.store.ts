import { omitUndefined } from '@recto/omit-undefined'
import { sql } from 'kysely'
import type { Db, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { Claim, LeasedRow, Release } from '../../../platform/leases/leases.ts'
import type { RunRow } from './runs.store.ts'

/** A worker claims the runs of all organizations. */
type Installation = { readonly db: Db }

/**
 * Maximum number of runs of one person in an organization that run at the same time; runs that are
 * answered together count as one.
 */
const maxRunsOfPerson = 5

/** Claims waiting runs: people take turns, and the oldest run of each comes first. */
export async function claimRuns(
  { db }: Installation,
  { workerId, limits: { awaited: awaitedLimits }, suspiciousDeaths, maxSuspicious }: Claim,
): Promise<readonly LeasedRow[]> {
  const { rows } = await sql<LeasedRow>`
    with running as (
      select organization_id, created_by, count(*)::integer as runs
      from studio_run where state = 'running' and led_by is null group by 1, 2
    ),
    person as (
      -- People with waiting runs, and how many runs of each are running.
      select organization_id, created_by, coalesce(running.runs, 0) as runs
      from (select distinct organization_id, created_by from studio_run where state = 'waiting') asking
      left join running using (organization_id, created_by)
    ),
    of_person as (
      -- place: how many runs of the person would be running with this one; ordering by it makes
      -- people take turns.
      select next.id, next.created_at, next.deaths, person.organization_id, next.place + person.runs as place
      from person cross join lateral (
        select id, created_at, deaths, row_number() over (order by created_at, id) as place
        from (
          select id, created_at, deaths from studio_run run
          where organization_id = person.organization_id and created_by = person.created_by
            and state = 'waiting' and not exists (
              select from studio_run before
              where before.task_id = run.task_id and before.document_id = run.document_id
                and before.profile_id = run.profile_id and before.rank < run.rank
                and before.state in ('waiting', 'running')
            )
          order by created_at, id
          limit greatest(0, ${maxRunsOfPerson}::integer - person.runs)
        ) oldest
      ) next
    ),
    of_organization as (
      -- The same for the organization, which has a limit of its own.
      select of_person.*, row_number() over (
        partition by organization_id order by place, created_at, id
      ) + coalesce((select sum(runs) from running r where r.organization_id = of_person.organization_id), 0)
        as place_of_organization
      from of_person
    ),
    candidate as (
      -- Runs that may have been the cause of worker deaths are limited.
      select id, row_number() over (order by place, created_at, id) as place
      from of_organization
      where place_of_organization <= ${awaitedLimits.maxOfOrganization}::integer
        and (deaths < ${suspiciousDeaths}::integer or id in (
          select id from of_organization where deaths >= ${suspiciousDeaths}::integer
          order by deaths, created_at, id limit ${maxSuspicious}::integer
        ))
    ),
    locked as (
      select id from studio_run
      where id in (select id from candidate where place <= ${awaitedLimits.max}::integer) and state = 'waiting'
      for update skip locked
    )
    update studio_run
    set state = 'running', worker_id = ${workerId}, started_at = coalesce(started_at, now())
    from locked where studio_run.id = locked.id
    returning studio_run.id, studio_run.organization_id as "organizationId",
      'studio/' || studio_run.created_by as "group", true as "isAwaited", studio_run.deaths`.execute(
    db,
  )
  return rows
}

export async function isRunWaiting({ db }: Installation): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from studio_run where state = 'waiting') as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/**
 * Releases claimed runs, with those that are led by them, and returns how many of them can be claimed
 * again.
 */
export async function releaseRuns(
  { db }: Installation,
  { of: workerIds, living: livingWorkerIds, onlySilent, ids, isDeath }: Release,
): Promise<number> {
  let query = db
    .updateTable('studio_run')
    .set((row) => ({
      state: 'waiting',
      worker_id: null,
      led_by: null,
      ...omitUndefined({ deaths: isDeath ? row('deaths', '+', 1) : undefined }),
    }))
    .where('worker_id', 'is not', null)
    .where('state', '=', 'running')
  if (workerIds) query = query.where('worker_id', 'in', [...workerIds])
  if (livingWorkerIds && livingWorkerIds.length > 0)
    query = query.where('worker_id', 'not in', [...livingWorkerIds])
  if (onlySilent) {
    query = query.where('worker_id', 'not in', (subquery) =>
      subquery.selectFrom('worker_heartbeat').select('executor_id'),
    )
  }
  if (ids) {
    query = query.where(({ or, eb }) =>
      or([eb('id', 'in', [...ids]), eb('led_by', 'in', [...ids])]),
    )
  }
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Releases the runs that are answered together with the leader, without the leader itself, and
 * returns how many of them can be claimed again.
 */
export async function releaseLedRuns(
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

export async function listHeldRuns(
  { db }: Installation,
  workerId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('studio_run')
    .select('id')
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .where('led_by', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

type HeldRun = { readonly id: string; readonly workerId: string }
type BegunRun = { readonly run: RunRow; readonly isFirst: boolean }

/** Marks a claimed run as started; returns `undefined` when the worker has lost its lease. */
export async function beginRun(
  { db, organizationId }: Tenant,
  { id, workerId }: HeldRun,
): Promise<BegunRun | undefined> {
  const { rows } = await sql<RunRow & { readonly was_begun: boolean }>`
    update studio_run set is_begun = true
    from (select id as of, is_begun as was_begun from studio_run where id = ${id} for update) before
    where organization_id = ${organizationId} and id = before.of and worker_id = ${workerId}
      and state = 'running'
    returning studio_run.*, before.was_begun`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { was_begun, ...run } = row
  return { run, isFirst: !was_begun }
}

/**
 * Claims waiting runs of the same person, document and profile, which are answered together with the
 * leader.
 */
export async function leadRuns(
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
