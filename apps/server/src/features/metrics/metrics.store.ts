import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'

/**
 * Stores the sums of past hours that have none yet. Events of hours before the last one are
 * committed by now. Of two concurrent calls one does the work, and the other finds nothing to do.
 * Returns the time up to which sums are stored.
 */
export async function rollUp({ db, organizationId }: Tenant): Promise<Date> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('metric_rollup')
      .values({ organization_id: organizationId, rolled_until: new Date(0) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { from, until } = await trx
      .selectFrom('metric_rollup')
      .where('organization_id', '=', organizationId)
      .select([
        'rolled_until as from',
        sql<Date>`date_trunc('hour', now() - interval '1 hour', 'UTC')`.as('until'),
      ])
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (from >= until) return from
    await sql`
      insert into metric_hour
      select organization_id, date_trunc('hour', at, 'UTC'), metric_name,
        sum(value), count(*), min(value), max(value)
      from metric_event
      where organization_id = ${organizationId} and at >= ${from} and at < ${until}
      group by 1, 2, 3`.execute(trx)
    await sql`
      insert into metric_used_day as known
      select organization_id, (at at time zone 'UTC')::date, model, project, deployment_id, sum(calls),
        sum(unpriced_calls), sum(tokens), sum(dollars), sum(pages), sum(files_completed),
        sum(files_failed), sum(files_stopped)
      from metric_used
      where organization_id = ${organizationId} and at >= ${from} and at < ${until}
      group by 1, 2, 3, 4, 5
      on conflict on constraint metric_used_day_key do update set
        calls = known.calls + excluded.calls,
        unpriced_calls = known.unpriced_calls + excluded.unpriced_calls,
        tokens = known.tokens + excluded.tokens,
        dollars = known.dollars + excluded.dollars,
        pages = known.pages + excluded.pages,
        files_completed = known.files_completed + excluded.files_completed,
        files_failed = known.files_failed + excluded.files_failed,
        files_stopped = known.files_stopped + excluded.files_stopped`.execute(trx)
    await trx
      .updateTable('metric_rollup')
      .set({ rolled_until: until })
      .where('organization_id', '=', organizationId)
      .execute()
    return until
  })
}
