import { type Selectable, sql } from 'kysely'
import type { Db, Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

/** One rate-limit bucket of sign-in attempts, and its delays. */
export type Way = {
  readonly key: string
  /** Number of failures without a delay. */
  readonly free: number
  /** Delay after that, which doubles with each further failure up to `longestSeconds`. */
  readonly firstSeconds: number
  readonly longestSeconds: number
}

const knownDays = 180

/** Returns which of the keys have had a successful sign-in during the last 180 days. */
export async function findKnownWays(
  { db }: Installation,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sign_in_attempt')
    .select('key')
    .where('key', 'in', [...keys])
    .where('is_known', '=', true)
    .where('tried_at', '>', sql<Date>`now() - make_interval(days => ${knownDays})`)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

type AttemptRow = Pick<Selectable<OrganizationTables['sign_in_attempt']>, 'key'> & {
  readonly seconds: number
}

/**
 * Counts an attempt as failed in all its buckets, until `settleAttempt` reports a success. If one
 * of them is still delayed, returns the seconds to wait and counts nothing.
 */
export async function takeAttempt(
  { db }: Installation,
  ways: readonly Way[],
): Promise<number | undefined> {
  await forgetOld(db)
  return db.transaction().execute(async (trx) => {
    const rows = await lock(trx, ways)
    const wait = Math.max(...rows.map(({ seconds }) => seconds))
    if (wait > 0) return Math.ceil(wait)
    for (const way of ways) await count(trx, way)
    return undefined
  })
}

/** Locks the rows in the order of their keys, so that concurrent attempts cannot deadlock. */
async function lock(db: Db, ways: readonly Way[]): Promise<readonly AttemptRow[]> {
  const keys = ways.map(({ key }) => key).toSorted()
  await db
    .insertInto('sign_in_attempt')
    .values(keys.map((key) => ({ key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<AttemptRow>`
    select key, extract(epoch from free_at - clock_timestamp())::float8 as seconds
    from sign_in_attempt where key = any(${keys}) order by key for update`.execute(db)
  return rows
}

/** Counts one failure; an hour without an attempt resets the earlier ones. */
async function count(db: Db, { key, free, firstSeconds, longestSeconds }: Way): Promise<void> {
  await sql`
    with counted as (
      select case when tried_at < now() - interval '1 hour' then 1 else failures + 1 end as failures
      from sign_in_attempt where key = ${key}
    )
    update sign_in_attempt set
      failures = counted.failures,
      tried_at = now(),
      free_at = clock_timestamp() + make_interval(secs => case
        when counted.failures < ${free} then 0
        else least(${longestSeconds}, ${firstSeconds} * 2 ^ least(counted.failures - ${free}, 20))
      end)
    from counted where key = ${key}`.execute(db)
}

/**
 * Records a success: the `known` buckets are reset and remembered, and in the others the attempt is
 * not counted.
 */
export async function settleAttempt(
  { db }: Installation,
  { known, others }: { readonly known: readonly string[]; readonly others: readonly string[] },
): Promise<void> {
  await sql`
    insert into sign_in_attempt (key, is_known)
    select key, true from unnest(${[...known]}::text[]) as key
    on conflict (key) do update
      set failures = 0, is_known = true, tried_at = now(), free_at = now()`.execute(db)
  await sql`
    update sign_in_attempt set failures = greatest(failures - 1, 0)
    where key = any(${[...others]})`.execute(db)
}

async function forgetOld(db: Db): Promise<void> {
  await sql`
    delete from sign_in_attempt where key in (
      select key from sign_in_attempt
      where tried_at < now() - make_interval(days => case when is_known then ${knownDays} else 1 end)
      limit 100 for update skip locked
    )`.execute(db)
}
