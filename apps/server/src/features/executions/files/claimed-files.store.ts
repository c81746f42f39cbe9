import { omitUndefined } from '@recto/omit-undefined'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Claim, LeasedRow, Release } from '../../../platform/leases/leases.ts'
import type { ByPriority, ConcurrencyLimits } from '../../../platform/leases/slot.ts'

/** A worker claims the files of all organizations. */
type Installation = { readonly db: Db }

/**
 * Claims waiting files in the order and within the limits of the claim; a group is a workflow. A
 * recursive query jumps from group to group in the index, so its cost does not depend on the number
 * of waiting files.
 */
export async function claimFiles(
  { db }: Installation,
  { workerId, limits, ownLimits, suspiciousDeaths, maxSuspicious }: Claim,
): Promise<readonly LeasedRow[]> {
  const limitOf =
    ({ awaited: awaitedLimits, batch }: Claim['limits']) =>
    (limitName: keyof ConcurrencyLimits, isAwaited = sql`is_awaited`) =>
      sql`case when ${isAwaited} then ${awaitedLimits[limitName]}::integer else ${batch[limitName]}::integer end`
  const limit = limitOf(limits)
  const ownLimit = limitOf(ownLimits)
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

/** Whether files wait, including suspended files that the next claim may resume. */
export async function isFileWaiting(
  { db }: Installation,
  { awaited: hasAwaitedSlot, batch }: ByPriority<boolean>,
): Promise<boolean> {
  // Each condition is that of a partial index, so that only one row is read.
  const isKindWaiting = (kind: RawBuilder<unknown>) => sql`exists (
    select from file_execution
    where ${kind} and worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING')
  )`
  const { rows } = await sql<{ waits: boolean }>`
    select (${hasAwaitedSlot} and ${isKindWaiting(sql`is_awaited`)})
      or (${batch} and ${isKindWaiting(sql`not is_awaited`)})
      or exists (
        select from file_execution
        where waits_until <= now() and worker_id is null and status in ('PENDING', 'EXECUTING')
      ) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/** Releases claimed files and returns how many of them can be claimed again. */
export async function releaseFiles(
  { db }: Installation,
  { of: workerIds, living: livingWorkerIds, onlySilent, ids, isDeath }: Release,
): Promise<number> {
  let query = db
    .updateTable('file_execution')
    .set((row) =>
      omitUndefined({ worker_id: null, deaths: isDeath ? row('deaths', '+', 1) : undefined }),
    )
    .where('worker_id', 'is not', null)
    .where('status', 'in', ['PENDING', 'EXECUTING'])
  if (workerIds) query = query.where('worker_id', 'in', [...workerIds])
  if (livingWorkerIds && livingWorkerIds.length > 0)
    query = query.where('worker_id', 'not in', [...livingWorkerIds])
  if (onlySilent) {
    query = query.where('worker_id', 'not in', (subquery) =>
      subquery.selectFrom('worker_heartbeat').select('executor_id'),
    )
  }
  if (ids) query = query.where('id', 'in', [...ids])
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

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
