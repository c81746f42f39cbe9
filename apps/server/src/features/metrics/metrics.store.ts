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
      insert into metric_used_day as known (organization_id, day, model, project, deployment_id, calls,
        unpriced_calls, tokens, dollars, pages, files_completed, files_failed, files_stopped,
        input_tokens, cached_tokens, output_tokens, reasoning_tokens, saved_by_cache,
        saved_by_single_pass, paid_questions, paid_dollars, embedded_answers,
        layout_answers, built_in_answers, saved_by_batch)
      select organization_id, (at at time zone 'UTC')::date, model, project, deployment_id, sum(calls),
        sum(unpriced_calls), sum(tokens), sum(dollars), sum(pages), sum(files_completed),
        sum(files_failed), sum(files_stopped),
        sum(input_tokens), sum(cached_tokens), sum(output_tokens), sum(reasoning_tokens),
        sum(saved_by_cache), sum(saved_by_single_pass),
        sum(paid_questions), sum(paid_dollars), sum(embedded_answers), sum(layout_answers),
        sum(built_in_answers), sum(saved_by_batch)
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
        files_stopped = known.files_stopped + excluded.files_stopped,
        input_tokens = known.input_tokens + excluded.input_tokens,
        cached_tokens = known.cached_tokens + excluded.cached_tokens,
        output_tokens = known.output_tokens + excluded.output_tokens,
        reasoning_tokens = known.reasoning_tokens + excluded.reasoning_tokens,
        saved_by_cache = known.saved_by_cache + excluded.saved_by_cache,
        saved_by_single_pass = known.saved_by_single_pass + excluded.saved_by_single_pass,
        paid_questions = known.paid_questions + excluded.paid_questions,
        paid_dollars = known.paid_dollars + excluded.paid_dollars,
        embedded_answers = known.embedded_answers + excluded.embedded_answers,
        layout_answers = known.layout_answers + excluded.layout_answers,
        built_in_answers = known.built_in_answers + excluded.built_in_answers,
        saved_by_batch = known.saved_by_batch + excluded.saved_by_batch`.execute(trx)
    await trx
      .updateTable('metric_rollup')
      .set({ rolled_until: until })
      .where('organization_id', '=', organizationId)
      .execute()
    return until
  })
}
