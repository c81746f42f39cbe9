import type { StepAction } from '@recto/contract/executions'
import { badRequest, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { assertMayRun } from '../billing/billing.port.ts'
import { type AwaitedExecution, awaitExecution } from './await-execution.ts'
import { createExecution } from './create-execution.ts'
import { executeByStep } from './execute-by-steps.ts'
import { getPlan } from './execution-plans.store.ts'
import type { ExecutionRow } from './executions.store.ts'
import { getExecution } from './get-execution.ts'
import { planExecution } from './plan-execution.ts'
import { beginSourceRun } from './source/start-source-run.ts'
import { startExecution } from './start-execution.ts'

type Input = {
  readonly actor: Actor
  readonly workflowId: string
  readonly executionId?: string | undefined
  /** Absent: it runs to its end. */
  readonly action?: StepAction | undefined
  /** Whether only a few files are read, to see what the whole source would take. */
  readonly isTrial: boolean
  readonly uploads: readonly Upload[]
  /** The channel of the session that asks: it is told how the execution gets on. */
  readonly logEventsId: string
}

/** How long the second call waits for the execution to finish. */
const waitSeconds = 300

/** So many files of a source are read to see what all of them would take. */
const filesOfTrial = 3

/** The first call makes an execution; the second, which names it, runs it with its files. */
export async function executeWorkflow(
  ctx: Context,
  { actor, workflowId, executionId, action, isTrial, uploads, logEventsId }: Input,
): Promise<AwaitedExecution> {
  const tenant = tenantOf(ctx, actor)
  if (!executionId)
    return { execution: await make(ctx, { actor, workflowId, isTrial, logEventsId }) }

  const execution = await getExecution(ctx, { actor, id: executionId }, 'start')
  if (execution.workflow_id !== workflowId) throw notFound('execution')
  if (action) return executeByStep(ctx, { actor, execution, action, uploads })
  if (execution.status !== 'PENDING') throw badRequest('The execution has been started before.')
  if ((await getPlan(tenant, execution)).source) {
    const accepted = await beginSourceRun(ctx, tenant, executionId)
    // Its files are looked at a page at a time.
    return awaitExecution(ctx, tenant, { accepted, seconds: waitSeconds, isWithoutFiles: true })
  }
  if (uploads.length === 0) throw badRequest('Choose at least one file to run the workflow with.')
  const started = await startExecution(ctx, tenant, { workflowId, executionId, uploads })
  const { execution: accepted, finished } = started
  return awaitExecution(ctx, tenant, { accepted, seconds: waitSeconds, finished })
}

type New = Pick<Input, 'actor' | 'workflowId' | 'isTrial' | 'logEventsId'>

async function make(
  ctx: Context,
  { actor, workflowId, isTrial, logEventsId }: New,
): Promise<ExecutionRow> {
  const tenant = tenantOf(ctx, actor)
  await assertMayRun(ctx.config, tenant)
  const planned = await planExecution(ctx, tenant, workflowId, 'draft')
  if (isTrial && !planned.plan.source) {
    throw badRequest('The files of this workflow come from callers: there is no source to try.')
  }
  const trialFiles = isTrial ? filesOfTrial : undefined
  const { userId } = actor
  return createExecution(tenant, { planned, entity: 'WF', userId, logEventsId, trialFiles })
}
