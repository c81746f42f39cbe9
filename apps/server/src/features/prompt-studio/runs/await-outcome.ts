import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { EndedRun } from '../queue/await-runs.ts'
import { awaitTask } from '../queue/await-task.ts'
import {
  type FailedPart,
  failedPartsOf,
  outcomeOfRun,
  type RunOutputs,
} from '../queue/outcome-of-run.ts'
import type { StartedTask } from './start-runs.ts'

export type Gained = { readonly rows: RunOutputs; readonly failed: readonly FailedPart[] }

/** What the runs of a task gave; `undefined` when this process ends before they do. */
export async function awaitOutcome(
  ctx: Context,
  actor: Actor,
  { id, runs }: StartedTask,
): Promise<Gained | undefined> {
  const tenant = tenantOf(ctx, actor)
  const ended: EndedRun[] = []
  const onEnded = async (one: EndedRun) => void ended.push(one)
  const ids = runs.map(({ id }) => id)
  if (!(await awaitTask(ctx, tenant, { taskId: id, ids, onEnded }))) return undefined
  const outputs: RunOutputs[] = []
  for (const one of ended) outputs.push(await outcomeOfRun(tenant, one))
  return { rows: outputs.flat(), failed: ended.flatMap(({ run }) => failedPartsOf(run)) }
}
