import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { runsChanged } from './runs.events.ts'
import type { RunRow } from './runs.store.ts'

/** A Postgres notification holds at most 8,000 bytes. */
const maxIdsPerEvent = 100

/**
 * Publishes the new state of runs to all processes. A process that misses the event reads the rows.
 */
export async function publishRunStates(
  { events, log }: Pick<Context, 'events' | 'log'>,
  { db, organizationId }: Tenant,
  runs: readonly RunRow[],
  state: RunRow['state'],
): Promise<void> {
  const groups = Map.groupBy(runs, (run) => `${run.project_id}/${run.created_by}`)
  for (const group of groups.values()) {
    const [{ project_id: projectId, created_by: userId } = { project_id: '', created_by: null }] =
      group
    for (let start = 0; start < group.length; start += maxIdsPerEvent) {
      const runIds = group.slice(start, start + maxIdsPerEvent).map(({ id }) => id)
      const event = { organizationId, userId, projectId, runIds, state }
      await events.publish(db, runsChanged, event).catch((error: unknown) => {
        if (db.isTransaction) throw error
        log.warn({ err: error }, 'failed to publish the states of runs')
      })
    }
  }
}
