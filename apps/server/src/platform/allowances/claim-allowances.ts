import { type Kysely, sql } from 'kysely'
import type { Db, Tables } from '../db/database.ts'

export type AllowanceClaim = {
  readonly holderId: string
  readonly asked: readonly Asked[]
  /** Names of which nothing is needed any more. */
  readonly returned: readonly string[]
  /** Of each name, over all holders. */
  readonly max: number
  /** An allowance that was not claimed again for so long is nobody's. */
  readonly leaseSeconds: number
}

export type Asked = {
  readonly name: string
  readonly wanted: number
  /** So much is under way, or may begin before the reply is here. */
  readonly held: number
}

/** Any number will do, as long as nothing else in the database uses it for an advisory lock. */
const lock = 7_265_637_402

/** The database's own time, after the lock: the clocks of machines need not agree. */
const clock = sql<Date>`clock_timestamp()`

/** Renews what the holder has and says how much of each name it may have under way from now on. */
export async function claimAllowances(
  db: Db,
  { holderId, asked: requests, returned: returnedNames, max, leaseSeconds }: AllowanceClaim,
): Promise<ReadonlyMap<string, number>> {
  return (db as Kysely<Tables>).transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
    await transaction
      .deleteFrom('allowance')
      .where((row) =>
        row.or([
          row('beat_at', '<', expiry(leaseSeconds)),
          row.and([row('holder_id', '=', holderId), row('name', 'in', [...returnedNames, ''])]),
        ]),
      )
      .execute()
    if (requests.length === 0) return new Map()

    const names = requests.map(({ name }) => name)
    const otherRows = await transaction
      .selectFrom('allowance')
      .select(['name', 'wanted', 'places'])
      .where('name', 'in', names)
      .where('holder_id', '!=', holderId)
      .execute()
    const byName = Map.groupBy(otherRows, ({ name }) => name)
    const grants = requests.map((one) => ({
      ...one,
      places: placesFor(one, { max, otherRows: byName.get(one.name) ?? [] }),
    }))
    await transaction
      .insertInto('allowance')
      .values(
        grants.map(({ name, wanted: wantedPlaces, places, held: heldPlaces }) => ({
          name,
          holder_id: holderId,
          wanted: wantedPlaces,
          // What is to shrink counts in full until it has.
          places: Math.max(places, heldPlaces),
          beat_at: clock,
        })),
      )
      .onConflict((c) =>
        c.columns(['name', 'holder_id']).doUpdateSet((row) => ({
          wanted: row.ref('excluded.wanted'),
          places: row.ref('excluded.places'),
          beat_at: row.ref('excluded.beat_at'),
        })),
      )
      .execute()
    return new Map(grants.map(({ name, places }) => [name, places]))
  })
}

const expiry = (seconds: number) => sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`

type PlacesContext = {
  readonly max: number
  readonly otherRows: readonly { readonly wanted: number; readonly places: number }[]
}

/**
 * What is wanted, as far as the others have left it and it takes nothing of their even part. Where
 * there is less than one for each, holders take turns: one that has some gets the smaller part, one
 * that has none the larger.
 */
export function placesFor(
  { wanted: wantedPlaces, held: heldPlaces }: Pick<Asked, 'wanted' | 'held'>,
  { max, otherRows }: PlacesContext,
): number {
  const free = max - otherRows.reduce((sum, { places }) => sum + places, 0)
  const part = evenPart(max, [wantedPlaces, ...otherRows.map((row) => row.wanted)])
  const even = heldPlaces > 0 ? Math.floor(part) : Math.ceil(part)
  return Math.max(0, Math.min(wantedPlaces, free, even))
}

/** How much each may have who wants much: what those who want less leave of their part is theirs. */
function evenPart(max: number, wantedPlaces: readonly number[]): number {
  let rest = max
  for (const [place, one] of wantedPlaces.toSorted((a, b) => a - b).entries()) {
    const part = rest / (wantedPlaces.length - place)
    if (one > part) return part
    rest -= one
  }
  return max
}
