import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../db/database.ts'

export type ClaimRow = Pick<
  Selectable<Tables['claim']>,
  'id' | 'holder_id' | 'beats' | 'outcome' | 'ended_at'
>

/** Long enough for waiting callers to read the outcome, and to take over what a dead process has left. */
const retentionHours = { ended: 0.2, unended: 24 }

type BegunClaim = { readonly id: string; readonly isMine: boolean; readonly isFirst: boolean }

/** Claims the key for the holder. If another one has it, the row records that somebody waits. */
export async function beginClaim(db: Db, key: string, holderId: string): Promise<BegunClaim> {
  const newId = randomUUID()
  const { rows } = await sql<{ id: string; holder_id: string }>`
    insert into claim (id, key, holder_id) values (${newId}, ${key}, ${holderId})
    on conflict (key) where ended_at is null do update set
      is_awaited = true,
      holder_id = coalesce(claim.holder_id, excluded.holder_id)
    returning id, holder_id
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('No row was claimed.')
  return { id: row.id, isMine: row.holder_id === holderId, isFirst: row.id === newId }
}

export async function findClaim(db: Db, id: string): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('claim')
    .select(['id', 'holder_id', 'beats', 'outcome', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function isClaimHeld(db: Db, holderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('claim')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

const clock = sql<Date>`clock_timestamp()`

/** Takes over a claim, and returns whether nothing has changed in it since it was read. */
export async function takeOverClaim(
  db: Db,
  { id, holder_id, beats }: Pick<ClaimRow, 'id' | 'holder_id' | 'beats'>,
  holderId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('claim')
    .set({ holder_id: holderId, beats: beats + 1, beat_at: clock })
    .where('id', '=', id)
    .where(sql<boolean>`holder_id is not distinct from ${holder_id}::uuid`)
    .where('beats', '=', beats)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends a claim; returns `undefined` if the holder no longer has it. */
export async function endClaim(
  db: Db,
  { id, holderId }: { readonly id: string; readonly holderId: string },
): Promise<{ readonly isAwaited: boolean } | undefined> {
  const row = await db
    .updateTable('claim')
    .set({ ended_at: clock, beat_at: clock })
    .where('id', '=', id)
    .where('holder_id', '=', holderId)
    .where('ended_at', 'is', null)
    .returning('is_awaited')
    .executeTakeFirst()
  return row && { isAwaited: row.is_awaited }
}

export async function saveOutcome(db: Db, id: string, outcome: unknown): Promise<void> {
  await db
    .updateTable('claim')
    .set({ outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute()
}

/** Renews the claims of these holders, and returns those that still have theirs. */
export async function renewClaims(
  db: Db,
  holderIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .updateTable('claim')
    .set((row) => ({ beats: row('beats', '+', 1), beat_at: clock }))
    .where('holder_id', 'in', holderIds)
    .where('ended_at', 'is', null)
    .returning('holder_id')
    .execute()
  return new Set(rows.map((row) => row.holder_id))
}

/** Lets the claims of these holders, or all claims, be taken over at once. */
export async function releaseClaims(db: Db, holderIds?: readonly string[]): Promise<void> {
  let query = db.updateTable('claim').set({ holder_id: null }).where('ended_at', 'is', null)
  if (holderIds) query = query.where('holder_id', 'in', holderIds)
  await query.execute()
}

/** Deletes claims for which nobody can be waiting any more. */
export async function deleteOldClaims(db: Db): Promise<void> {
  const hoursAgo = (hours: number) =>
    sql<Date>`clock_timestamp() - make_interval(secs => ${hours * 3600})`
  await db
    .deleteFrom('claim')
    .where('beat_at', '<', hoursAgo(retentionHours.ended))
    .where((row) =>
      row.or([
        row('ended_at', 'is not', null),
        row('beat_at', '<', hoursAgo(retentionHours.unended)),
      ]),
    )
    .execute()
}
