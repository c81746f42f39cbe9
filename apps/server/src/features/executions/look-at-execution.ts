import type { ExecutionStep } from '@recto/contract/executions'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { ExecutionRow } from './executions.store.ts'
import { getExecution } from './get-execution.ts'
import { isFinished } from './is-finished.ts'
import { findStepState } from './steps.store.ts'
import { type Spent, whatItTook } from './what-it-took.ts'

export type SeenExecution = {
  readonly execution: ExecutionRow
  /** Of one that is under way by steps: the one that was taken last, and whether it is through. */
  readonly step?: { readonly at: ExecutionStep; readonly isThrough: boolean } | undefined
  readonly spent?: Spent | undefined
}

/** All that is told of one execution. */
export async function lookAtExecution(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<SeenExecution> {
  const execution = await getExecution(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  if (isFinished(execution)) return { execution, spent: await whatItTook(tenant, execution) }
  if (execution.step_to === null) return { execution }
  const state = await findStepState(tenant, id)
  const step = { at: execution.step_to, isThrough: state?.isThrough ?? false }
  return { execution, step }
}
