import { badRequest, conflict } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { createTimeOrderedId } from '../../platform/time-ordered-id.ts'
import { announceWork } from '../../platform/work/announce-work.ts'
import { withdrawBatchCalls } from '../model-calls/model-calls.port.ts'
import { type Doer, recordChange } from '../organizations/organizations.port.ts'
import { executionFinished, isFinished } from './execution-state.ts'
import type { ExecutionRow } from './executions.store.ts'
import { pushExecutionEnded } from './files/push-progress.ts'
import { getExecution } from './get-execution.ts'
import { logExecutionEnded } from './log-execution.ts'
import { insertRerun, markExecutionStopped } from './source/source-runs.store.ts'

type ExecutionRequest = { readonly actor: Actor; readonly id: string }
type ChangeRunDependencies = Pick<Context, 'config' | 'db' | 'events' | 'log' | 'batchedWrites'>

/** Stops an execution: it accepts and starts no more files, and finishes those in progress. */
export async function stopExecution(
  ctx: ChangeRunDependencies,
  { actor, id }: ExecutionRequest,
): Promise<ExecutionRow> {
  await getExecution(ctx, { actor, id }, 'start')
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const execution = await stopAndRecord(ctx, tenant, actor, id)
    if (!execution) throw conflict('The execution has already ended.')
    return execution
  })
}

/** Stops an execution in a transaction, and writes who did so into the audit log. */
export async function stopAndRecord(
  ctx: ChangeRunDependencies,
  tenant: Tenant,
  doer: Doer,
  id: string,
): Promise<ExecutionRow | undefined> {
  const execution = await stopRunningExecution({ ...ctx, db: tenant.db }, tenant, id)
  if (!execution) return undefined
  await recordChange(tenant, doer, {
    action: 'execution.stopped',
    subject: { type: 'execution', id, name: id },
    after: { workflow: execution.workflow_id },
  })
  return execution
}

/**
 * Stops an execution without a check of permissions. Returns `undefined` when it has already ended.
 */
export async function stopRunningExecution(
  ctx: ChangeRunDependencies,
  tenant: Tenant,
  id: string,
): Promise<ExecutionRow | undefined> {
  const execution = await markExecutionStopped(tenant, id)
  if (!execution) return undefined
  await withdrawBatchCalls(tenant, id)
  logExecutionEnded(ctx, tenant.organizationId, execution)
  pushExecutionEnded(ctx, tenant, execution)
  await ctx.events.publish(ctx.db, executionFinished, { executionId: id })
  return execution
}

/** Runs the failed files again in a new execution of the same workflow version. */
export async function rerunFailedFiles(
  ctx: ChangeRunDependencies,
  { actor, id }: ExecutionRequest,
): Promise<ExecutionRow> {
  const execution = await getExecution(ctx, { actor, id }, 'start')
  if (!isFinished(execution)) throw badRequest('The execution has not ended yet.')
  const rerun = { id: createTimeOrderedId(), originalId: id, userId: actor.userId }
  const rerunExecution = await insertRerun(tenantOf(ctx, actor), rerun)
  if (!rerunExecution) throw badRequest('The execution has no failed files that can be run again.')
  await announceWork(ctx, 'items')
  return rerunExecution
}
