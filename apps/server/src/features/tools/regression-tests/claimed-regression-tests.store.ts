import { omitUndefined } from '@recto/omit-undefined'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tenant } from '../../../platform/db/database.ts'
import type { Claim, LeasedRow, Release } from '../../../platform/leases/leases.ts'

/** A worker claims the regression tests of all organizations. */
type Installation = { readonly db: Db }

/**
 * Maximum number of running tests of one organization over all workers; each test answers several
 * documents at a time.
 */
const maxOfOrganization = 2

/** Claims waiting tests, oldest first. */
export async function claimRegressionTests(
  { db }: Installation,
  { workerId, limits: { awaited: awaitedLimits }, suspiciousDeaths, maxSuspicious }: Claim,
): Promise<readonly LeasedRow[]> {
  const maxRunningOfOrganization = Math.min(maxOfOrganization, awaitedLimits.maxOfOrganization)
  const { rows } = await sql<LeasedRow>`
    with held as (
      select organization_id, count(*)::integer as count from verification where state = 'running' group by 1
    ),
    candidate as (
      select one.id, one.created_at, row_number() over (
        partition by one.organization_id order by one.created_at, one.id
      ) + coalesce(held.count, 0) as rank_in_organization
      from verification one left join held using (organization_id)
      where one.state = 'waiting' and (one.deaths < ${suspiciousDeaths}::integer or one.id in (
        select id from verification where state = 'waiting' and deaths >= ${suspiciousDeaths}::integer
        order by deaths, created_at, id limit ${maxSuspicious}::integer
      ))
    ),
    locked as (
      select id from verification
      where state = 'waiting' and id in (
        select id from candidate where rank_in_organization <= ${maxRunningOfOrganization}::integer
        order by rank_in_organization, created_at, id limit ${awaitedLimits.max}::integer
      )
      for update skip locked
    )
    update verification
    set state = 'running', worker_id = ${workerId}, started_at = coalesce(started_at, now())
    from locked where verification.id = locked.id
    returning verification.id, verification.organization_id as "organizationId",
      'verification/' || verification.project_id as "group", true as "isAwaited",
      verification.deaths`.execute(db)
  return rows
}

export async function isRegressionTestWaiting({ db }: Installation): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from verification where state = 'waiting') as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/** Releases claimed tests and returns how many of them can be claimed again. */
export async function releaseRegressionTests(
  { db }: Installation,
  { of: workerIds, living: livingWorkerIds, onlySilent, ids, isDeath }: Release,
): Promise<number> {
  let query = db
    .updateTable('verification')
    .set((row) => ({
      state: 'waiting',
      worker_id: null,
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
  if (ids) query = query.where('id', 'in', [...ids])
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function listHeldRegressionTests(
  { db }: Installation,
  workerId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('verification')
    .select('id')
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns a claimed test with the versions that it compares; `undefined` when the worker has lost its
 * lease.
 */
export async function findHeldRegressionTest(
  { db, organizationId }: Tenant,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<Selectable<Tables['verification']> | undefined> {
  return db
    .selectFrom('verification')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('worker_id', '=', workerId)
    .where('state', '=', 'running')
    .executeTakeFirst()
}
