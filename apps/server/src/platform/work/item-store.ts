import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ByPriority, ConcurrencyLimits } from './limits.ts'
import {
  type ClaimRequest,
  type ItemStore,
  type ReleaseRequest,
  suspiciousDeaths,
  type WorkItem,
} from './work-queue.ts'

/**
 * A table whose rows are items of work. It has the columns `id`, `created_at`, `worker_id` and `deaths`; the
 * other properties are expressions over its columns.
 */
export type WorkTable = {
  readonly table:
    | 'file_execution'
    | 'studio_run'
    | 'verification'
    | 'work_item'
    | 'notification_delivery'
    | 'outgoing_mail'
  /** The number of the organization, unless it is in `organization_id`; 0 for the whole installation. */
  readonly organization?: RawBuilder<unknown>
  /** Groups of an organization take turns. With the organization and the priority it should be an index. */
  readonly group: RawBuilder<unknown>
  /** Keeps the groups of different queues apart. */
  readonly groupPrefix?: string
  /** Whether somebody waits for the item, where that differs. */
  readonly isAwaited: RawBuilder<unknown> | 'always' | 'never'
  /** The condition of items that can be claimed; it should be that of a partial index. */
  readonly isWaiting: RawBuilder<unknown>
  /** The condition of items that run. */
  readonly isHeld: RawBuilder<unknown>
  /** A further condition of items that can be claimed, for one that no index can have. */
  readonly isEligible?: RawBuilder<unknown>
  /** The condition of items that sleep; absent if none does. */
  readonly isAsleep?: RawBuilder<unknown>
  /** The column with the time until which an item sleeps, which is null otherwise; default `waits_until`. */
  readonly sleepsUntil?: 'waits_until' | 'next_try_at'
  /** A claim sets this besides the worker. It may never come to a run, so attempts are counted elsewhere. */
  readonly onClaim?: RawBuilder<unknown>
  /** A release sets this besides the worker. */
  readonly onRelease?: RawBuilder<unknown>
  /** The column with the id of the item that an item runs together with, without counting itself. */
  readonly leader?: RawBuilder<unknown>
  /** Limits of this queue, over all workers, where they are lower than those of the worker. */
  readonly maxOfOrganization?: number
  readonly maxOfGroup?: number
}

/** Opens the rows of a table for the engine. */
export function openItemStore(table: WorkTable): ItemStore {
  return {
    claim: (db, request) => claimItems(db, table, request),
    isWaiting: (db, priorities) => isItemWaiting(db, table, priorities),
    wake: (db) => wakeSleeping(db, table),
    release: (db, request) => releaseItems(db, table, request),
    listHeld: (db, workerId) => listHeldItems(db, table, workerId),
  }
}

/**
 * The one statement that claims work of any kind. A recursive query jumps from group to group in the
 * index, so its cost does not depend on the number of waiting items.
 */
async function claimItems(
  db: Db,
  table: WorkTable,
  request: ClaimRequest,
): Promise<readonly WorkItem[]> {
  const { group, groupPrefix = '', isWaiting, isEligible = sql`true`, onClaim } = table
  const items = sql.table(table.table)
  const organization = organizationOf(table)
  const isAwaited = awaitedCondition(table)
  // PostgreSQL refuses a constant in the order.
  const [order, lastPosition] = isConstant(table.isAwaited)
    ? [sql`${organization}, ${group}`, sql`waiting.organization_id, waiting.grouping`]
    : [
        sql`${organization}, ${group}, ${isAwaited}`,
        sql`waiting.organization_id, waiting.grouping, waiting.is_awaited`,
      ]
  const { workerId, maxSuspicious } = request
  const limit = limitsByPriority(lowerTo(table, request.limits))
  const ownLimit = limitsByPriority(request.ownLimits)
  const ofWaiting = sql`waiting.is_awaited`
  const { rows } = await sql<WorkItem>`
    with recursive waiting as (
      (
        select ${organization} as organization_id, ${group} as grouping, ${isAwaited} as is_awaited
        from ${items} where ${isWaiting} order by ${order} limit 1
      )
      union all
      select following.* from waiting cross join lateral (
        select ${organization}, ${group}, ${isAwaited} from ${items}
        where ${isWaiting}
          and (${order}) > (${lastPosition})
        order by ${order} limit 1
      ) following
    ),
    held as (
      select ${organization} as organization_id, ${group} as grouping, ${isAwaited} as is_awaited,
        count(*) as items, count(*) filter (where worker_id = ${workerId}) as own_items
      from ${items} where ${countedCondition(table)} group by 1, 2, 3
    ),
    in_group as (
      select item.id, item.created_at, item.deaths, waiting.organization_id, waiting.is_awaited,
        item.place + coalesce(held.items, 0) as place
      from waiting
      left join held using (organization_id, grouping, is_awaited)
      cross join lateral (
        select id, created_at, deaths, row_number() over (order by created_at, id) as place
        from ${items}
        where ${organization} = waiting.organization_id and ${group} = waiting.grouping
          and ${isAwaited} = waiting.is_awaited and ${isWaiting} and ${isEligible}
        order by created_at, id
        limit least(
          ${limit('max', ofWaiting)},
          greatest(0, ${limit('maxOfGroup', ofWaiting)} - coalesce(held.items, 0)),
          greatest(0, ${ownLimit('maxOfGroup', ofWaiting)} - coalesce(held.own_items, 0))
        )
      ) item
    ),
    in_organization as (
      select id, created_at, deaths, is_awaited,
        coalesce(held_items, 0) + row_number() over in_turn as place,
        coalesce(own_held_items, 0) + row_number() over in_turn as own_place
      from in_group
      left join (
        select organization_id, is_awaited, sum(items) as held_items,
          sum(own_items) as own_held_items
        from held group by 1, 2
      ) held_of using (organization_id, is_awaited)
      window in_turn as (
        partition by organization_id, is_awaited order by in_group.place, created_at, id
      )
    ),
    with_room as (
      select * from in_organization
      where place <= ${limit('maxOfOrganization')} and own_place <= ${ownLimit('maxOfOrganization')}
    ),
    candidate as (
      select id, is_awaited, row_number() over (
        partition by is_awaited order by place, created_at, id
      ) as place
      from with_room
      where deaths < ${suspiciousDeaths} or id in (
        select id from with_room where deaths >= ${suspiciousDeaths}
        order by deaths, created_at, id limit ${maxSuspicious}
      )
    ),
    locked as (
      select id from ${items}
      -- An array, because the planner expects few ids in it; for a query it would read the whole table.
      where id = any(array(select id from candidate where place <= ${limit('max')})) and ${isWaiting}
      for update skip locked
    )
    update ${items} set worker_id = ${workerId}${onClaim ? sql`, ${onClaim}` : sql``}
    from locked where ${items}.id = locked.id
    returning ${items}.id, ${organization} as "organizationId",
      ${groupPrefix}::text || (${group})::text as "group", ${isAwaited} as "isAwaited", deaths`.execute(
    db,
  )
  return rows
}

const organizationOf = ({ organization = sql`organization_id` }: WorkTable) => organization

const isConstant = (isAwaited: WorkTable['isAwaited']): isAwaited is 'always' | 'never' =>
  isAwaited === 'always' || isAwaited === 'never'

const awaitedCondition = ({ isAwaited }: WorkTable) =>
  isConstant(isAwaited) ? sql.lit(isAwaited === 'always') : isAwaited

/** Items that run together with another one do not count. */
const countedCondition = ({ isHeld, leader }: WorkTable) =>
  leader ? sql`${isHeld} and ${leader} is null` : isHeld

/** Lowers the shared limits to those of the queue. */
function lowerTo(
  { maxOfOrganization = Infinity, maxOfGroup = Infinity }: WorkTable,
  { awaited: awaitedLimits, batch }: ByPriority<ConcurrencyLimits>,
): ByPriority<ConcurrencyLimits> {
  const lower = (limits: ConcurrencyLimits): ConcurrencyLimits => ({
    ...limits,
    maxOfOrganization: Math.min(limits.maxOfOrganization, maxOfOrganization),
    maxOfGroup: Math.min(limits.maxOfGroup, maxOfGroup),
  })
  return { awaited: lower(awaitedLimits), batch: lower(batch) }
}

/** The limit of an item, by its priority. */
const limitsByPriority =
  ({ awaited: awaitedLimits, batch }: ByPriority<ConcurrencyLimits>) =>
  (name: 'max' | 'maxOfOrganization' | 'maxOfGroup', isAwaited = sql`is_awaited`) =>
    sql`case when ${isAwaited} then ${awaitedLimits[name]}::integer else ${batch[name]}::integer end`

/** Bounds one statement; the next look wakes the rest. */
const maxWoken = 1000

async function wakeSleeping(
  db: Db,
  { table, isAsleep, sleepsUntil = 'waits_until' }: WorkTable,
): Promise<void> {
  if (!isAsleep) return
  const items = sql.table(table)
  const until = sql.ref(sleepsUntil)
  await sql`
    update ${items} set ${until} = null
    where id in (
      select id from ${items} where ${isAsleep} and ${until} <= now()
      order by ${until} limit ${maxWoken} for update skip locked
    )`.execute(db)
}

async function isItemWaiting(
  db: Db,
  workTable: WorkTable,
  { awaited: hasAwaitedSlot, batch }: ByPriority<boolean>,
): Promise<boolean> {
  const { table, isWaiting } = workTable
  const items = sql.table(table)
  const isAwaited = awaitedCondition(workTable)
  // Each condition is that of a partial index, so that only one row is read. The planner drops a condition
  // that a constant decides.
  const exists = (condition: RawBuilder<unknown>) =>
    sql`exists (select from ${items} where ${condition})`
  const { rows } = await sql<{ waits: boolean }>`
    select (${hasAwaitedSlot} and ${exists(sql`${isAwaited} and ${isWaiting}`)})
      or (${batch} and ${exists(sql`not ${isAwaited} and ${isWaiting}`)}) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

async function releaseItems(
  db: Db,
  { table, isHeld, onRelease, leader }: WorkTable,
  { of: workerIds, living: livingWorkerIds, onlySilent, ids, isDeath }: ReleaseRequest,
): Promise<number> {
  const items = sql.table(table)
  const isIncluded = leader
    ? sql`(id = any(${ids}::uuid[]) or ${leader} = any(${ids}::uuid[]))`
    : sql`id = any(${ids}::uuid[])`
  const conditions = [
    sql`worker_id is not null and ${isHeld}`,
    workerIds && sql`worker_id = any(${workerIds}::text[])`,
    livingWorkerIds && sql`worker_id <> all(${livingWorkerIds}::text[])`,
    onlySilent && sql`worker_id not in (select executor_id from worker_heartbeat)`,
    ids && isIncluded,
  ].filter((condition) => condition !== undefined && condition !== false)
  const { numAffectedRows = 0n } = await sql`
    update ${items} set worker_id = null, deaths = deaths + ${isDeath ? 1 : 0}${onRelease ? sql`, ${onRelease}` : sql``}
    where ${sql.join(conditions, sql` and `)}`.execute(db)
  return Number(numAffectedRows)
}

async function listHeldItems(
  db: Db,
  table: WorkTable,
  workerId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table.table)}
    where worker_id = ${workerId} and ${countedCondition(table)}`.execute(db)
  return rows.map(({ id }) => id)
}
