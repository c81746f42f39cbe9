import { badRequest, conflict } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { announceWork } from '../../platform/leases/announce-work.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { executionFinished } from './executions.events.ts'
import type { ExecutionRow } from './executions.store.ts'
import { tellEnd } from './files/tell-progress.ts'
import { getExecution } from './get-execution.ts'
import { isFinished } from './is-finished.ts'
import { insertRerun, stopRun } from './source/source-runs.store.ts'

type Input = { readonly actor: Actor; readonly id: string }
type Needs = Pick<Context, 'db' | 'events' | 'log' | 'batchedWrites'>

/** Takes in no more files and begins none that waits; those in hand are finished. */
export async function stopExecution(ctx: Needs, { actor, id }: Input): Promise<ExecutionRow> {
  await getExecution(ctx, { actor, id }, 'start')
  const stopped = await stopRunning(ctx, tenantOf(ctx, actor), id)
  if (!stopped) throw conflict('The execution has ended already.')
  return stopped
}

/** For whoever started it. `undefined` when it has ended already. */
export async function stopRunning(
  ctx: Needs,
  tenant: Tenant,
  id: string,
): Promise<ExecutionRow | undefined> {
  const stopped = await stopRun(tenant, id)
  if (!stopped) return undefined
  tellEnd(ctx, tenant.organizationId, stopped)
  await ctx.events.publish(ctx.db, executionFinished, { executionId: id })
  return stopped
}

/** The files that failed, in a new execution of the same version of the workflow. */
export async function rerunFailedFiles(ctx: Needs, { actor, id }: Input): Promise<ExecutionRow> {
  const execution = await getExecution(ctx, { actor, id }, 'start')
  if (!isFinished(execution)) throw badRequest('The execution has not ended yet.')
  const rerun = { id: timeOrderedId(), of: id, userId: actor.userId }
  const made = await insertRerun(tenantOf(ctx, actor), rerun)
  if (!made) throw badRequest('No file of the execution failed that could be run again.')
  await announceWork(ctx)
  return made
}
