import { type Kysely, sql } from 'kysely'
import type { Db, Tables, Tenant } from '../../../platform/db/database.ts'

// The table of the run slots, `api_run_place`, is named after an older word for a slot.

/** Key of the advisory lock: any number that nothing else in the database uses for one. */
const lock = 7_265_637_411
/** Slots older than this many hours are considered leaked and are released. */
const hours = 6

type RunSlotLimits = {
  readonly organizationId: number
  /** Maximum number of slots of the organization, and of all organizations together. */
  readonly maxOfOrganization: number | undefined
  readonly maxInAll: number | undefined
}

/** The limit of the installation counts the runs of every organization. */
type Installation = { readonly db: Db }

/**
 * Acquires a run slot unless all are taken; slots of ended runs are released first. An advisory
 * lock lets one process in at a time, so that the count is exact. Returns `undefined` when no slot
 * is free.
 */
export async function acquireRunSlot(
  { db }: Installation,
  { organizationId, maxOfOrganization, maxInAll }: RunSlotLimits,
): Promise<string | undefined> {
  return (db as Kysely<Tables>).transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
    await sql`
      delete from api_run_place as slot
      where taken_at < now() - make_interval(hours => ${hours})
        or execution_id is not null and not exists (
          select from execution
          where execution.id = slot.execution_id and status in ('PENDING', 'EXECUTING')
        )
    `.execute(transaction)
    const { ofOrganization, all } = await transaction
      .selectFrom('api_run_place')
      .select(({ fn, ref }) => [
        sql<number>`count(*) filter (where ${ref('organization_id')} = ${organizationId})::integer`.as(
          'ofOrganization',
        ),
        sql<number>`${fn.countAll()}::integer`.as('all'),
      ])
      .executeTakeFirstOrThrow()
    if (ofOrganization >= (maxOfOrganization ?? Number.POSITIVE_INFINITY)) return undefined
    if (all >= (maxInAll ?? Number.POSITIVE_INFINITY)) return undefined
    const { id } = await transaction
      .insertInto('api_run_place')
      .values({ organization_id: organizationId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

type RunSlot = { readonly id: string }

/** Assigns the slot to the execution, so that it is released when the execution has ended. */
export async function assignRunSlot(
  { db, organizationId }: Tenant,
  { id, executionId }: RunSlot & { readonly executionId: string },
): Promise<void> {
  await db
    .updateTable('api_run_place')
    .set({ execution_id: executionId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function releaseRunSlot(
  { db, organizationId }: Tenant,
  { id }: RunSlot,
): Promise<void> {
  await db
    .deleteFrom('api_run_place')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
