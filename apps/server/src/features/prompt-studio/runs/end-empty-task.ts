import { randomUUID } from 'node:crypto'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { emptyTaskEnded } from '../queue/runs.events.ts'
import { deleteOldRuns, insertTask } from '../queue/runs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { StartedTask, Task } from './start-runs.ts'

type EmptyTask = Omit<Task, 'requests' | 'runId'> & {
  readonly documentId: string
  readonly profileId: string | undefined
}

/**
 * Stores a task that needs no run, such as one of notes only, and tells the session that it has
 * ended: newer clients wait for that.
 */
export async function endEmptyTask(
  ctx: Pick<Context, 'db' | 'events'>,
  { actor, projectId, operation, logEventsId, promptIds, documentId, profileId }: EmptyTask,
): Promise<StartedTask> {
  const id = randomUUID()
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await deleteOldRuns(tenant, projectId)
    await insertTask(tenant, {
      id,
      project_id: projectId,
      operation,
      log_events_id: logEventsId,
      run_ids: [],
      prompt_ids: promptIds ? [...promptIds] : null,
      created_by: actor.userId,
    })
    const profiles = await listProfilesOfProjects(tenant, [projectId])
    const defaultProfile = profiles.find(({ is_default }) => is_default)
    await ctx.events.publish(tenant.db, emptyTaskEnded, {
      organizationId: tenant.organizationId,
      taskId: id,
      documentId,
      profileId: profileId ?? defaultProfile?.id ?? null,
    })
  })
  return { id, runs: [] }
}
