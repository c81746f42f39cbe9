import { type Kysely, sql } from 'kysely'
import type { Db, Tables } from '../../db/database.ts'

/** The slots are those of the whole installation. */
type Installation = { readonly db: Db }

export type SlotRequest = {
  readonly name: string
  /** The number of slots that the process could use. */
  readonly wanted: number
  /** The number of slots that are in use, or may be before the reply arrives. */
  readonly inUse: number
}

type ClaimSlotsOptions = {
  readonly processId: string
  readonly requests: readonly SlotRequest[]
  /** The names of which the process needs no slots any more. */
  readonly returnedNames: readonly string[]
  /** The number of slots of each name. */
  readonly max: number
  /** A process that has not claimed its slots for so long loses them. */
  readonly leaseSeconds: number
}

/** Any number will do that nothing else in the database uses for an advisory lock. */
const lock = 7_265_637_402

/** The time of the database, after the lock was acquired, so that the clocks of machines need not agree. */
const clock = sql<Date>`clock_timestamp()`

/** Renews the slots of a process, and returns the number that it may use from now on, by name. */
export async function claimSlots(
  { db }: Installation,
  { processId, requests, returnedNames, max, leaseSeconds }: ClaimSlotsOptions,
): Promise<ReadonlyMap<string, number>> {
  return (db as Kysely<Tables>).transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
    const minTime = sql<Date>`clock_timestamp() - make_interval(secs => ${leaseSeconds})`
    await transaction
      .deleteFrom('allowance')
      .where((row) =>
        row.or([
          row('beat_at', '<', minTime),
          row.and([row('holder_id', '=', processId), row('name', 'in', [...returnedNames, ''])]),
        ]),
      )
      .execute()
    if (requests.length === 0) return new Map()
    const grants = await computeGrants(transaction, { processId, requests, max })
    await transaction
      .insertInto('allowance')
      .values(
        grants.map(({ name, wanted: wantedSlots, inUse: usedSlots, slots }) => ({
          name,
          holder_id: processId,
          wanted: wantedSlots,
          // Slots that are to be given up count until they are free.
          places: Math.max(slots, usedSlots),
          beat_at: clock,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['name', 'holder_id']).doUpdateSet((row) => ({
          wanted: row.ref('excluded.wanted'),
          places: row.ref('excluded.places'),
          beat_at: row.ref('excluded.beat_at'),
        })),
      )
      .execute()
    return new Map(grants.map(({ name, slots }) => [name, slots]))
  })
}

async function computeGrants(
  db: Db,
  { processId, requests, max }: Pick<ClaimSlotsOptions, 'processId' | 'requests' | 'max'>,
): Promise<readonly (SlotRequest & { readonly slots: number })[]> {
  const names = requests.map(({ name }) => name)
  const otherRows = await db
    .selectFrom('allowance')
    .select(['name', 'wanted', 'places'])
    .where('name', 'in', names)
    .where('holder_id', '!=', processId)
    .execute()
  const rowsByName = Map.groupBy(otherRows, ({ name }) => name)
  return requests.map((request) => ({
    ...request,
    slots: grantSlots(request, { max, otherRows: rowsByName.get(request.name) ?? [] }),
  }))
}

type OtherProcesses = {
  readonly max: number
  /** Each row says what another process wants, and what counts as its own. */
  readonly otherRows: readonly { readonly wanted: number; readonly places: number }[]
}

/**
 * Grants what a process wants, as far as the others have left it and an even division allows it. If there is
 * less than one slot for each process, they take turns: the part of a process that uses slots is rounded
 * down, and that of one that uses none is rounded up.
 */
export function grantSlots(
  { wanted: wantedSlots, inUse: usedSlots }: Pick<SlotRequest, 'wanted' | 'inUse'>,
  { max, otherRows }: OtherProcesses,
): number {
  const freeSlots = max - otherRows.reduce((sum, { places }) => sum + places, 0)
  const part = evenPart(max, [wantedSlots, ...otherRows.map((row) => row.wanted)])
  const evenSlots = usedSlots > 0 ? Math.floor(part) : Math.ceil(part)
  return Math.max(0, Math.min(wantedSlots, freeSlots, evenSlots))
}

/** The most that one process may have: what others leave of their part is divided among the rest. */
function evenPart(max: number, wantedSlots: readonly number[]): number {
  let rest = max
  for (const [index, count] of wantedSlots.toSorted((a, b) => a - b).entries()) {
    const part = rest / (wantedSlots.length - index)
    if (count > part) return part
    rest -= count
  }
  return max
}
