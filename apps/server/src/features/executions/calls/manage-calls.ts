import { omitUndefined } from '@recto/omit-undefined'
import { badRequest, conflict, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { createTimeOrderedId } from '../../../platform/time-ordered-id.ts'
import { announceWork } from '../../../platform/work/announce-work.ts'
import {
  hasCall,
  type ListedCall,
  lockFileOfDeadCall,
  moveCalls,
  pageOfCalls,
} from '../destination/destination-calls.store.ts'
import { isFinished } from '../execution-state.ts'
import {
  findFileExecution,
  findFilesOfExecution,
  type ToolRunOutcome,
} from '../files/file-executions.store.ts'
import { insertFileStep } from '../files/file-steps.store.ts'
import { toolStepName } from '../files/suspend-file.store.ts'
import { getExecution } from '../get-execution.ts'
import { toApprovedStep } from '../review/find-review-reason.ts'
import { insertRerun } from '../source/source-runs.store.ts'

type ListCallsRequest = {
  readonly actor: Actor
  readonly id: string
  readonly state: ListedCall['state'] | undefined
  readonly page: number
  readonly pageSize: number
}

/** Lists the calls of HTTP endpoints that an execution has sent or would send. */
export async function listCalls(
  ctx: Pick<Context, 'db'>,
  { actor, id, ...filter }: ListCallsRequest,
) {
  await getExecution(ctx, { actor, id }, 'open')
  const page = await pageOfCalls(tenantOf(ctx, actor), { executionId: id, ...filter })
  if (filter.page > 1 && page.rows.length === 0) throw notFound('page')
  return page
}

type RepeatCallRequest = { readonly actor: Actor; readonly id: string; readonly callId: string }

/**
 * Runs the file of a call that was given up again. If its result is stored, it goes right to the receiver: nothing is read
 * or reviewed again, and the undelivered calls are sent with the keys and bodies that they had.
 */
export async function repeatCall(
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'log'>,
  { actor, id, callId }: RepeatCallRequest,
): Promise<string> {
  const execution = await getExecution(ctx, { actor, id }, 'start')
  if (!isFinished(execution)) throw badRequest('The execution has not ended yet.')
  const rerunId = await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    if (!(await hasCall(tenant, { executionId: id, id: callId }))) throw notFound('call')
    const fileId = await lockFileOfDeadCall(tenant, { executionId: id, id: callId })
    if (!fileId) throw conflict('Only a call that was given up can be sent again.')
    const rerun = { id: createTimeOrderedId(), originalId: id, userId: actor.userId, fileId }
    if (!(await insertRerun(tenant, rerun))) {
      throw conflict('The file of the call can no longer be run again.')
    }
    await moveCalls(tenant, { fileId, executionId: rerun.id })
    await copyResult(tenant, { fileId, executionId: rerun.id })
    return rerun.id
  })
  await announceWork(ctx, 'items')
  return rerunId
}

type CopiedFile = { readonly fileId: string; readonly executionId: string }

/** Lets the run of the file in another execution begin with the result of this one, as if it had been approved. */
async function copyResult(tenant: Tenant, { fileId, executionId }: CopiedFile): Promise<void> {
  const original = await findFileExecution(tenant, fileId)
  const [rerun] = await findFilesOfExecution(tenant, executionId)
  if (!rerun || !original || original.result === null) return
  const { result, answer_digest: digest } = original
  const outcome: ToolRunOutcome = {
    status: 'COMPLETED',
    result,
    used: [],
    isReused: true,
    ...omitUndefined({ digest: digest ?? undefined }),
  }
  const step = { fileId: rerun.id, name: toolStepName, result: JSON.stringify(outcome) }
  await insertFileStep(tenant, step)
  await insertFileStep(tenant, { fileId: rerun.id, ...toApprovedStep(result) })
}
