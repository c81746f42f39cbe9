import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tenant } from '../../../platform/db/database.ts'
import { storableJson, storableText } from '../../../platform/db/storable.ts'
import type { ExecutionPlan } from '../../../platform/db/tables/executions.ts'
import type { Claim, LeasedRow, Release } from '../../../platform/leases/leases.ts'
import type { PlaceLimits } from '../../../platform/leases/place.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { settledHistory } from '../history/settled-history.store.ts'
import type { FileOutcome } from './file-executions.store.ts'
import type { SettledFile } from './settled-file.ts'

/** Before any organization is known: a worker asks for whoever's file waits. */
type Installation = { readonly db: Db }

/**
 * Waiting files, in the order and within the limits that a claim states; a group is a workflow. The
 * groups with waiting files are found by leaps through their index, however many files wait.
 */
export async function claimFiles(
  { db }: Installation,
  { workerId, limits, ownLimits, suspiciousDeaths, maxSuspicious }: Claim,
): Promise<readonly LeasedRow[]> {
  const of =
    ({ awaited, batch }: Claim['limits']) =>
    (what: keyof PlaceLimits, isAwaited = sql`is_awaited`) =>
      sql`case when ${isAwaited} then ${awaited[what]}::integer else ${batch[what]}::integer end`
  const limit = of(limits)
  const ownLimit = of(ownLimits)
  const ofWaiting = sql`waiting.is_awaited`
  const { rows } = await sql<LeasedRow>`
    with recursive waiting as (
      (
        select organization_id, coalesce(workflow_id, execution_id) as grouping, is_awaited
        from file_execution
        where worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING')
        order by organization_id, coalesce(workflow_id, execution_id), is_awaited limit 1
      )
      union all
      select following.* from waiting cross join lateral (
        select organization_id, coalesce(workflow_id, execution_id), is_awaited
        from file_execution
        where worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING')
          and (organization_id, coalesce(workflow_id, execution_id), is_awaited)
            > (waiting.organization_id, waiting.grouping, waiting.is_awaited)
        order by organization_id, coalesce(workflow_id, execution_id), is_awaited limit 1
      ) following
    ),
    held as (
      select organization_id, coalesce(workflow_id, execution_id) as grouping, is_awaited,
        count(*) as files, count(*) filter (where worker_id = ${workerId}) as own_files
      from file_execution
      where worker_id is not null and status in ('PENDING', 'EXECUTING')
      group by 1, 2, 3
    ),
    in_group as (
      select f.id, f.created_at, f.deaths, waiting.organization_id, waiting.is_awaited,
        f.place + coalesce(held.files, 0) as place
      from waiting
      left join held using (organization_id, grouping, is_awaited)
      cross join lateral (
        select id, created_at, deaths, row_number() over (order by created_at, id) as place
        from file_execution
        where organization_id = waiting.organization_id
          and coalesce(workflow_id, execution_id) = waiting.grouping
          and is_awaited = waiting.is_awaited
          and worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING')
        order by created_at, id
        limit least(
          ${limit('max', ofWaiting)},
          greatest(0, ${limit('maxOfGroup', ofWaiting)} - coalesce(held.files, 0)),
          greatest(0, ${ownLimit('maxOfGroup', ofWaiting)} - coalesce(held.own_files, 0))
        )
      ) f
    ),
    in_organization as (
      select id, created_at, deaths, is_awaited,
        coalesce(held_files, 0) + row_number() over in_turn as place,
        coalesce(own_held_files, 0) + row_number() over in_turn as own_place
      from in_group
      left join (
        select organization_id, is_awaited, sum(files) as held_files,
          sum(own_files) as own_held_files
        from held group by 1, 2
      ) held_of using (organization_id, is_awaited)
      window in_turn as (
        partition by organization_id, is_awaited order by in_group.place, created_at, id
      )
    ),
    candidate as (
      select id, is_awaited, row_number() over (
        partition by is_awaited order by place, created_at, id
      ) as place
      from in_organization
      where place <= ${limit('maxOfOrganization')}
        and own_place <= ${ownLimit('maxOfOrganization')} and (deaths < ${suspiciousDeaths} or id in (
        select id from in_organization where deaths >= ${suspiciousDeaths}
        order by deaths, created_at, id limit ${maxSuspicious}
      ))
    ),
    locked as (
      select id from file_execution
      where id in (select id from candidate where place <= ${limit('max')})
        and worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING')
      for update skip locked
    ),
    -- What lay aside for long enough is seen by the next claim.
    woken as (
      update file_execution set waits_until = null, modified_at = now()
      where id in (
        select id from file_execution
        where waits_until <= now() and worker_id is null and status in ('PENDING', 'EXECUTING')
        for update skip locked
      )
    )
    update file_execution set worker_id = ${workerId}, modified_at = now()
    from locked where file_execution.id = locked.id
    returning file_execution.id, file_execution.organization_id as "organizationId",
      coalesce(file_execution.workflow_id, file_execution.execution_id) as "group",
      file_execution.is_awaited as "isAwaited", file_execution.deaths`.execute(db)
  return rows
}

/** Returns how many files can be claimed again. */
export async function releaseFiles(
  { db }: Installation,
  { of, living, onlySilent, ids, isDeath }: Release,
): Promise<number> {
  let query = db
    .updateTable('file_execution')
    .set((row) => ({ worker_id: null, ...(isDeath && { deaths: row('deaths', '+', 1) }) }))
    .where('worker_id', 'is not', null)
    .where('status', 'in', ['PENDING', 'EXECUTING'])
  if (of) query = query.where('worker_id', 'in', [...of])
  if (living && living.length > 0) query = query.where('worker_id', 'not in', [...living])
  if (onlySilent) {
    query = query.where('worker_id', 'not in', (beating) =>
      beating.selectFrom('worker_heartbeat').select('executor_id'),
    )
  }
  if (ids) query = query.where('id', 'in', [...ids])
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Said so that no index serves it, and a file is found by its id: a plan made while the table was small finds it
 * through all files of its organization, or through all that the worker ever held.
 */
const heldBy = (organizationId: number, workerId: string) => sql`
  organization_id is not distinct from ${organizationId}
    and worker_id is not distinct from ${workerId} and status in ('PENDING', 'EXECUTING')`

export type HeldFile = {
  readonly file: Pick<
    Selectable<Tables['file_execution']>,
    'id' | 'execution_id' | 'file_name' | 'file_hash' | 'file_path' | 'waits'
  >
  readonly execution: Pick<
    Selectable<Tables['execution']>,
    | 'id'
    | 'workflow_id'
    | 'plan_hash'
    | 'uses_file_history'
    | 'custom_data'
    | 'log_events_id'
    | 'entity'
    | 'review_queue'
    | 'step_to'
    | 'trial_files'
  >
  readonly plan: ExecutionPlan
}

type BegunFile = {
  readonly held: HeldFile
  /** Whether nobody has begun it before. */
  readonly isFirst: boolean
  /** Of the organization's configuration. */
  readonly version: number
}

/** Marks a claimed file and its execution as begun. `undefined` when the worker holds it no longer. */
export async function beginHeldFile(
  { db, organizationId }: Tenant,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<BegunFile | undefined> {
  const { rows } = await sql<{
    id: string
    execution_id: string
    file_name: string
    file_hash: string
    file_path: string | null
    waits: number
    workflow_id: string
    step_to: HeldFile['execution']['step_to']
    trial_files: number | null
    entity: HeldFile['execution']['entity']
    review_queue: string | null
    plan_hash: string
    uses_file_history: boolean
    custom_data: HeldFile['execution']['custom_data']
    log_events_id: string | null
    plan: ExecutionPlan
    is_first: boolean
    version: number
  }>`
    with file as (
      update file_execution
      set status = 'EXECUTING', started_at = coalesce(started_at, now()), modified_at = now()
      where id = ${id} and ${heldBy(organizationId, workerId)}
      -- The time of this statement: when an earlier run had begun, its time stays.
      returning id, execution_id, file_name, file_hash, file_path, waits,
        started_at = now() as is_first
    ),
    begun as (
      update execution set status = 'EXECUTING', started_at = now(), modified_at = now()
      from file where execution.id = file.execution_id and execution.status = 'PENDING'
    )
    select file.id, file.execution_id, file.file_name, file.file_hash, file.file_path, file.waits,
      e.workflow_id, e.plan_hash, e.step_to, e.trial_files, e.entity, e.review_queue,
      e.uses_file_history, e.custom_data, e.log_events_id, coalesce(e.plan, p.plan) as plan, file.is_first,
      coalesce(v.version, 0) as version
    from file
    join execution e on e.id = file.execution_id
    left join execution_plan p
      on p.organization_id = e.organization_id and p.plan_hash = e.plan_hash
    left join configuration_version v on v.organization_id = e.organization_id`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id: fileId, execution_id, file_name, file_hash, file_path, waits, ...others } = row
  const { plan, is_first, version, ...rest } = others
  const file = { id: fileId, execution_id, file_name, file_hash, file_path, waits }
  const held = { file, execution: { id: execution_id, ...rest }, plan }
  return { held, isFirst: is_first, version }
}

/** Why an execution ended in an error; each of its files says its own reason. */
export const noneProcessed = 'None of the files could be processed.'

type Settlement = {
  readonly file: HeldFile['file']
  readonly workerId: string
  readonly outcome: FileOutcome
}

/**
 * Stores what became of a file and counts it, in one statement; with the last file the execution has
 * ended, in an error when no file succeeded. `undefined` when the worker no longer holds the file: then nothing was written.
 */
export async function settleHeldFile(
  { db, organizationId }: Tenant,
  { file: { id, file_name, file_hash, file_path }, workerId, outcome }: Settlement,
): Promise<SettledFile | undefined> {
  const isSuccess = outcome.status === 'COMPLETED'
  const error = outcome.error ? storableText(outcome.error) : null
  // What was read and could not be handed over is kept: it is not paid again.
  const result = outcome.result === undefined ? null : storableJson(outcome.result)
  const { rows } = await sql<
    ExecutionRow & { readonly file_started_at: Date | null; readonly file_finished_at: Date | null }
  >`
    with file as (
      update file_execution
      set status = ${outcome.status}, error = ${error}, result = ${result}::json,
        pages = ${pagesOf(outcome)}::integer, worker_id = null, is_in_review = false, finished_at = now(),
        modified_at = now()
      where id = ${id} and ${heldBy(organizationId, workerId)}
      returning execution_id, started_at, finished_at, file_path, file_hash, source_mark
    ),
    ${file_path === null ? sql`` : settledHistory(outcome.status, error)}
    gone as (delete from file_step where file_execution_id = ${id} and exists (select from file))
    update execution set
      successful_files = successful_files + ${isSuccess ? 1 : 0}::integer,
      failed_files = failed_files + ${isSuccess ? 0 : 1}::integer,
      status = case
        when status = 'STOPPED' or is_listing then status
        when successful_files + failed_files + 1 < total_files then status
        when successful_files + ${isSuccess ? 1 : 0}::integer = 0 then 'ERROR'
        else 'COMPLETED' end,
      error_message = case
        when status <> 'STOPPED' and not is_listing
          and successful_files + failed_files + 1 >= total_files
          and successful_files + ${isSuccess ? 1 : 0}::integer = 0 then ${noneProcessed}
        else error_message end,
      finished_at = case
        when not is_listing and successful_files + failed_files + 1 >= total_files then now()
        else execution.finished_at end,
      modified_at = now()
    from file where execution.id = file.execution_id
    returning execution.*, file.started_at as file_started_at, file.finished_at as file_finished_at
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { file_started_at: started_at, file_finished_at: finished_at, ...execution } = row
  const { status } = outcome
  const pages = pagesOf(outcome)
  const settled = { id, file_name, file_hash, status, pages, started_at, finished_at }
  return {
    execution,
    // As whoever reads it from the store would see it.
    file: { ...settled, error, result: result === null ? null : JSON.parse(result) },
    used: isSuccess ? outcome.used : [],
  }
}

const pagesOf = (outcome: FileOutcome) =>
  outcome.status === 'COMPLETED' ? (outcome.pages ?? null) : null

export async function listHeldFiles(
  { db }: Installation,
  workerId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('file_execution')
    .select('id')
    .where('worker_id', '=', workerId)
    .where('status', 'in', ['PENDING', 'EXECUTING'])
    .execute()
  return rows.map(({ id }) => id)
}
