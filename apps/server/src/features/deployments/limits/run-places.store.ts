import { type Kysely, sql } from 'kysely'
import type { Db, Tables, Tenant } from '../../../platform/db/database.ts'

/** Any number will do, as long as nothing else in the database uses it for an advisory lock. */
const lock = 7_265_637_411
/** What nobody has ended by then has been forgotten. */
const hours = 6

type Wanted = {
  readonly organizationId: number
  /** How many there may be of the organization, and of all. */
  readonly most: number | undefined
  readonly mostInAll: number | undefined
}

/** Before the bound of the whole installation every organization's runs count. */
type Installation = { readonly db: Db }

/**
 * Takes a place for a run, unless all are taken; those of runs that have ended are free. One process after the
 * other, so that the count is exact.
 */
export async function takePlace(
  { db }: Installation,
  { organizationId, most, mostInAll }: Wanted,
): Promise<string | undefined> {
  return (db as Kysely<Tables>).transaction().execute(async (within) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(within)
    await sql`
      delete from api_run_place as place
      where taken_at < now() - make_interval(hours => ${hours})
        or execution_id is not null and not exists (
          select from execution
          where execution.id = place.execution_id and status in ('PENDING', 'EXECUTING')
        )
    `.execute(within)
    const { mine, all } = await within
      .selectFrom('api_run_place')
      .select(({ fn, ref }) => [
        sql<number>`count(*) filter (where ${ref('organization_id')} = ${organizationId})::integer`.as(
          'mine',
        ),
        sql<number>`${fn.countAll()}::integer`.as('all'),
      ])
      .executeTakeFirstOrThrow()
    if (mine >= (most ?? Number.POSITIVE_INFINITY)) return undefined
    if (all >= (mostInAll ?? Number.POSITIVE_INFINITY)) return undefined
    const { id } = await within
      .insertInto('api_run_place')
      .values({ organization_id: organizationId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

type Place = { readonly id: string }

/** From now on the place is free when the execution has ended. */
export async function givePlaceTo(
  { db, organizationId }: Tenant,
  { id, executionId }: Place & { readonly executionId: string },
): Promise<void> {
  await db
    .updateTable('api_run_place')
    .set({ execution_id: executionId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function leavePlace({ db, organizationId }: Tenant, { id }: Place): Promise<void> {
  await db
    .deleteFrom('api_run_place')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
