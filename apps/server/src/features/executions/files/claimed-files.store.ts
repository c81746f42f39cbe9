import { omitUndefined } from '@recto/omit-undefined'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Claim, LeasedRow, Release } from '../../../platform/leases/leases.ts'
import type { ByPriority, ConcurrencyLimits } from '../../../platform/leases/place.ts'

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
    (what: keyof ConcurrencyLimits, isAwaited = sql`is_awaited`) =>
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

/** Also what lay aside for long enough: the next claim sees it. */
export async function isFileWaiting(
  { db }: Installation,
  { awaited, batch }: ByPriority<boolean>,
): Promise<boolean> {
  // Each said in the words of an index of its own, so that one row of it is looked at.
  const waiting = (kind: RawBuilder<unknown>) => sql`exists (
    select from file_execution
    where ${kind} and worker_id is null and waits_until is null and status in ('PENDING', 'EXECUTING')
  )`
  const { rows } = await sql<{ waits: boolean }>`
    select (${awaited} and ${waiting(sql`is_awaited`)})
      or (${batch} and ${waiting(sql`not is_awaited`)})
      or exists (
        select from file_execution
        where waits_until <= now() and worker_id is null and status in ('PENDING', 'EXECUTING')
      ) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/** Returns how many files can be claimed again. */
export async function releaseFiles(
  { db }: Installation,
  { of, living, onlySilent, ids, isDeath }: Release,
): Promise<number> {
  let query = db
    .updateTable('file_execution')
    .set((row) =>
      omitUndefined({ worker_id: null, deaths: isDeath ? row('deaths', '+', 1) : undefined }),
    )
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
