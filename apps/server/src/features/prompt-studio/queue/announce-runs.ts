import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { runsChanged } from './runs.events.ts'
import type { RunRow } from './runs.store.ts'

/** A notification of Postgres has room for 8,000 bytes. */
const idsOfEvent = 100

/** Tells all processes how runs stand; those who miss it look at the rows. */
export async function announceRuns(
  { events, log }: Pick<Context, 'events' | 'log'>,
  { db, organizationId }: Tenant,
  runs: readonly RunRow[],
  state: RunRow['state'],
): Promise<void> {
  const groups = Map.groupBy(runs, (run) => `${run.project_id}/${run.created_by}`)
  for (const group of groups.values()) {
    const [{ project_id: projectId, created_by: userId } = { project_id: '', created_by: null }] =
      group
    for (let start = 0; start < group.length; start += idsOfEvent) {
      const runIds = group.slice(start, start + idsOfEvent).map(({ id }) => id)
      const news = { organizationId, userId, projectId, runIds, state }
      await events.publish(db, runsChanged, news).catch((error: unknown) => {
        if (db.isTransaction) throw error
        log.warn({ err: error }, 'how runs stand could not be announced')
      })
    }
  }
}
