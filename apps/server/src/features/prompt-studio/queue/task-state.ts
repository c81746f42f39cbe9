import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/access.ts'
import { findTask, listRunsById, type RunRow } from './runs.store.ts'

export type TaskState =
  | { readonly status: 'processing' | 'completed' }
  | { readonly status: 'failed'; readonly error: string }

type TaskRequest = { readonly actor: Actor; readonly projectId: string; readonly taskId: string }

export async function findTaskState(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, taskId }: TaskRequest,
): Promise<TaskState> {
  await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const task = await findTask(tenant, taskId)
  if (task?.project_id !== projectId) throw notFound('task')
  return getTaskState(await listRunsById(tenant, task.run_ids))
}

/** A task has failed when none of its runs succeeded. Deleted runs are ignored. */
export function getTaskState(runs: readonly RunRow[]): TaskState {
  if (runs.some(({ state }) => state === 'waiting' || state === 'running')) {
    return { status: 'processing' }
  }
  const [first] = runs
  if (!first || runs.some(({ state }) => state === 'done')) return { status: 'completed' }
  return {
    status: 'failed',
    error: getFailureReason(runs.find(({ error }) => error !== null) ?? first),
  }
}

export const getFailureReason = ({ state, error }: RunRow): string =>
  state === 'cancelled' ? 'The run was cancelled.' : (error ?? 'The run failed.')
