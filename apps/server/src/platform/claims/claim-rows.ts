import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../db/database.ts'

export type ClaimRow = Pick<
  Selectable<Tables['claim']>,
  'id' | 'holder_id' | 'beats' | 'outcome' | 'ended_at'
>

/** Long enough for whoever waits to read how it ended, and to take over what was left. */
const keptHours = { ended: 0.2, left: 24 }

type BegunClaim = { readonly id: string; readonly isMine: boolean; readonly isFirst: boolean }

/** Claims the key for the holder, unless somebody has it: then the row notes that somebody waits. */
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

export async function isHeld(db: Db, holderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('claim')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

const clock = sql<Date>`clock_timestamp()`

/** Takes over what is as it was seen; `false` when anything has happened to it since. */
export async function takeClaim(
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

/** Ends it for the holder. `undefined` when it is the holder's no longer. */
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

export async function keepOutcome(db: Db, id: string, outcome: unknown): Promise<void> {
  await db
    .updateTable('claim')
    .set({ outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute()
}

/** Shows that the holders live; returns those that still hold what they held. */
export async function beatClaims(db: Db, holderIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .updateTable('claim')
    .set((row) => ({ beats: row('beats', '+', 1), beat_at: clock }))
    .where('holder_id', 'in', holderIds)
    .where('ended_at', 'is', null)
    .returning('holder_id')
    .execute()
  return rows.flatMap(({ holder_id }) => holder_id ?? [])
}

/** Makes claims nobody's: of these holders, or of whoever has any. */
export async function freeClaims(db: Db, holderIds?: readonly string[]): Promise<void> {
  let query = db.updateTable('claim').set({ holder_id: null }).where('ended_at', 'is', null)
  if (holderIds) query = query.where('holder_id', 'in', holderIds)
  await query.execute()
}

/** Removes what nobody can be waiting for any more. */
export async function sweepClaims(db: Db): Promise<void> {
  const hoursAgo = (hours: number) =>
    sql<Date>`clock_timestamp() - make_interval(hours => ${hours})`
  await db
    .deleteFrom('claim')
    .where(
      'beat_at',
      '<',
      sql<Date>`clock_timestamp() - make_interval(secs => ${keptHours.ended * 3600})`,
    )
    .where((row) =>
      row.or([row('ended_at', 'is not', null), row('beat_at', '<', hoursAgo(keptHours.left))]),
    )
    .execute()
}
