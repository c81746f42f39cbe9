import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

type Usage = Omit<Tables['text_usage'], 'organization_id' | 'started_at' | 'finished_at'> & {
  readonly started_at: Date
  readonly finished_at: Date
}

/** Once for each job. */
export async function insertTextUsage({ db, organizationId }: Tenant, usage: Usage): Promise<void> {
  await db
    .insertInto('text_usage')
    .values({ ...usage, organization_id: organizationId })
    .onConflict((c) => c.column('job_id').doNothing())
    .execute()
}

export type ModePages = { readonly mode: string; readonly pages: number; readonly today: number }

/** Pages by mode since the month began, and since the day began, in UTC. */
export async function sumThisMonth({ db, organizationId }: Tenant): Promise<ModePages[]> {
  const isToday = sql<boolean>`finished_at >= date_trunc('day', now(), 'UTC')`
  return db
    .selectFrom('text_usage')
    .select(({ fn }) => [
      'mode',
      fn.sum<number>('processed_pages').as('pages'),
      sql<number>`coalesce(sum(processed_pages) filter (where ${isToday}), 0)`.as('today'),
    ])
    .where('organization_id', '=', organizationId)
    .where('finished_at', '>=', sql<Date>`date_trunc('month', now(), 'UTC')`)
    .groupBy('mode')
    .execute()
}

type Period = { readonly tag: string; readonly from: Date; readonly before: Date }

/** Pages of one tag by mode. */
export async function sumTag(
  { db, organizationId }: Tenant,
  { tag, from, before }: Period,
): Promise<{ mode: string; pages: number }[]> {
  return db
    .selectFrom('text_usage')
    .select(({ fn }) => ['mode', fn.sum<number>('processed_pages').as('pages')])
    .where('organization_id', '=', organizationId)
    .where('tag', '=', tag)
    .where('finished_at', '>=', from)
    .where('finished_at', '<', before)
    .groupBy('mode')
    .orderBy('mode')
    .execute()
}
