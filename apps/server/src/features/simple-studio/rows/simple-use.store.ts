import { sql } from 'kysely'
import type { Installation } from '../../../platform/db/database.ts'

type Use = {
  /** Hash of an address, or the key for all visitors together. */
  readonly key: string
  readonly kind: string
  readonly amount: number
  /** Maximum in this hour. */
  readonly maxAmount: number
}

/**
 * Counts a use. Returns false when it would exceed the maximum of this hour, and then counts
 * nothing.
 */
export async function takeUse(
  { db }: Installation,
  { key, kind, amount, maxAmount }: Use,
): Promise<boolean> {
  const { rows } = await sql`
    insert into simple_use as counted (key, kind, began_at, used)
    select ${key}, ${kind}, date_trunc('hour', now(), 'UTC'), ${amount}::bigint
    where ${amount}::bigint <= ${maxAmount}::bigint
    on conflict (key, kind, began_at) do update set used = counted.used + excluded.used
    where counted.used + excluded.used <= ${maxAmount}::bigint
    returning used`.execute(db)
  return rows.length > 0
}

/** Deletes the counters of past hours. */
export async function forgetOldUses({ db }: Installation): Promise<void> {
  await db
    .deleteFrom('simple_use')
    .where('began_at', '<', sql<Date>`now() - interval '2 hours'`)
    .execute()
}
