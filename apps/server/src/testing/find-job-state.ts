import type { Db } from '../platform/db/database.ts'

/** Finds the state of a job, whose row outlives it for a while. */
export async function findJobState({ db }: { readonly db: Db }, key: string) {
  const row = await db
    .selectFrom('work_item')
    .select('state')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.state
}
