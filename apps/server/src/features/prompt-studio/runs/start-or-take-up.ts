import { type Context, tenantOf } from '../../../platform/context.ts'
import { listToldPending, takeUpTask } from '../queue/pending-tasks.store.ts'
import { listRunsById, type RunRow } from '../queue/runs.store.ts'
import { type StartedTask, startRuns, type Task, type WantedRun } from './start-runs.ts'

/**
 * Starts the runs of a task. Who was told of the same that it goes on, when a web process ended, gets those
 * runs again, and what came of them: it is not done and paid a second time.
 */
export async function startOrTakeUp(
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'log'>,
  task: Task,
): Promise<StartedTask> {
  return (await takeUp(ctx, task)) ?? startRuns(ctx, task)
}

async function takeUp(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, operation, wanted }: Task,
): Promise<StartedTask | undefined> {
  const tenant = tenantOf(ctx, actor)
  const asker = { projectId, userId: actor.userId, operation }
  const names = namesOf(wanted.map(nameOfWanted))
  for (const { id, run_ids } of await listToldPending(tenant, asker)) {
    const found = new Map((await listRunsById(tenant, run_ids)).map((run) => [run.id, run]))
    const runs = run_ids.flatMap((runId) => found.get(runId) ?? [])
    if (namesOf(runs.map(nameOfRun)) !== names) continue
    if (await takeUpTask(tenant, id)) return { id, runs }
  }
  return undefined
}

const namesOf = (names: readonly string[]) => names.toSorted().join('\n')

/** What was refused is another run each time. */
const refused = 'refused'

const nameOfWanted = ({ documentId, profileId, ...run }: WantedRun) =>
  'digest' in run ? `${documentId}/${profileId}/${run.digest}` : refused

const nameOfRun = ({ id, document_id, profile_id, digest }: RunRow) =>
  digest === id ? refused : `${document_id}/${profile_id}/${digest}`
