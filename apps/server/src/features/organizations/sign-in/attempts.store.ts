import { type Selectable, sql } from 'kysely'
import type { Db, Installation } from '../../../platform/db/database.ts'
import type { OrganizationTables } from '../../../platform/db/tables/organizations.ts'

/** One rate-limit bucket of sign-in attempts, and its delays. */
export type AttemptBucket = {
  readonly key: string
  /** Number of failures without a delay. */
  readonly freeFailures: number
  /** Delay after that, which doubles with each further failure up to `maxSeconds`. */
  readonly firstSeconds: number
  readonly maxSeconds: number
}

const rememberedDays = 180

/** Returns which of the keys have had a successful sign-in during the last 180 days. */
export async function findKnownBuckets(
  { db }: Installation,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sign_in_attempt')
    .select('key')
    .where('key', 'in', [...keys])
    .where('is_known', '=', true)
    .where('tried_at', '>', sql<Date>`now() - make_interval(days => ${rememberedDays})`)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

type AttemptRow = Pick<Selectable<OrganizationTables['sign_in_attempt']>, 'key'> & {
  readonly seconds: number
}

/**
 * Counts an attempt as failed in all its buckets, until `recordSuccess` reports a success. If one
 * of them is still delayed, returns the seconds to wait and counts nothing.
 */
export async function countAttempt(
  { db }: Installation,
  ways: readonly AttemptBucket[],
): Promise<number | undefined> {
  await deleteOldAttempts(db)
  return db.transaction().execute(async (trx) => {
    const rows = await lock(trx, ways)
    const wait = Math.max(...rows.map(({ seconds }) => seconds))
    if (wait > 0) return Math.ceil(wait)
    for (const way of ways) await count(trx, way)
    return undefined
  })
}

/** Locks the rows in the order of their keys, so that concurrent attempts cannot deadlock. */
async function lock(db: Db, ways: readonly AttemptBucket[]): Promise<readonly AttemptRow[]> {
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
async function count(
  db: Db,
  { key, freeFailures, firstSeconds, maxSeconds }: AttemptBucket,
): Promise<void> {
  await sql`
    with counted as (
      select case when tried_at < now() - interval '1 hour' then 1 else failures + 1 end as failures
      from sign_in_attempt where key = ${key}
    )
    update sign_in_attempt set
      failures = counted.failures,
      tried_at = now(),
      free_at = clock_timestamp() + make_interval(secs => case
        when counted.failures < ${freeFailures} then 0
        else least(${maxSeconds}, ${firstSeconds} * 2 ^ least(counted.failures - ${freeFailures}, 20))
      end)
    from counted where key = ${key}`.execute(db)
}

/**
 * Records a success: the `known` buckets are reset and remembered, and in the others the attempt is
 * not counted. Returns how many failures the known buckets had, without this attempt.
 */
export async function recordSuccess(
  { db }: Installation,
  {
    knownKeys,
    otherKeys,
  }: { readonly knownKeys: readonly string[]; readonly otherKeys: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select coalesce(max(failures), 1) - 1 as failures
    from sign_in_attempt where key = any(${[...knownKeys]})`.execute(db)
  await sql`
    insert into sign_in_attempt (key, is_known)
    select key, true from unnest(${[...knownKeys]}::text[]) as key
    on conflict (key) do update
      set failures = 0, is_known = true, tried_at = now(), free_at = now()`.execute(db)
  await sql`
    update sign_in_attempt set failures = greatest(failures - 1, 0)
    where key = any(${[...otherKeys]})`.execute(db)
  return rows[0]?.failures ?? 0
}

async function deleteOldAttempts(db: Db): Promise<void> {
  await sql`
    delete from sign_in_attempt where key in (
      select key from sign_in_attempt
      where tried_at < now() - make_interval(days => case when is_known then ${rememberedDays} else 1 end)
      limit 100 for update skip locked
    )`.execute(db)
}
