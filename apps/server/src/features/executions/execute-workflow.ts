import type { StepAction } from '@recto/contract/executions/executions'
import { badRequest, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { assertMayRun } from '../billing/billing.port.ts'
import { getWorkflow } from '../workflows/workflows.port.ts'
import { type AwaitedExecution, awaitExecution } from './await-execution.ts'
import { createExecution } from './create-execution.ts'
import { executeByStep } from './execute-by-step.ts'
import { loadPlan } from './execution-plans.store.ts'
import type { ExecutionRow } from './executions.store.ts'
import { getExecution } from './get-execution.ts'
import { planExecution } from './plan-execution.ts'
import { startSourceListing } from './source/start-source-run.ts'
import { startExecution } from './start-execution.ts'

type ExecuteWorkflowRequest = {
  readonly actor: Actor
  readonly workflowId: string
  readonly executionId?: string | undefined
  /** Step to take; if absent, the execution runs to its end. */
  readonly action?: StepAction | undefined
  /** Whether only a few files are processed to estimate the cost of the whole source. */
  readonly isTrial: boolean
  /** Whether the first files are processed to show their values and what would be delivered. */
  readonly isPreview: boolean
  /** Whether undelivered and cached results of earlier executions may be used. */
  readonly reusesResults: boolean
  readonly uploads: readonly Upload[]
  /** Socket channel of the requesting session, which receives progress messages. */
  readonly logEventsId: string
}

/** Maximum number of seconds that the second call waits for the execution to finish. */
const waitSeconds = 300

/** Number of source files that a dry run or a preview processes. */
const trialFileCount = 3

/** The first call creates an execution; the second call, which names it, runs it with its files. */
export async function executeWorkflow(
  ctx: Context,
  { executionId, action, uploads, ...newExecution }: ExecuteWorkflowRequest,
): Promise<AwaitedExecution> {
  if (!executionId) return { execution: await create(ctx, newExecution) }
  const { actor, workflowId } = newExecution
  const tenant = tenantOf(ctx, actor)

  const execution = await getExecution(ctx, { actor, id: executionId }, 'start')
  if (execution.workflow_id !== workflowId) throw notFound('execution')
  if (action) return executeByStep(ctx, { actor, execution, action, uploads })
  if (execution.status !== 'PENDING') throw badRequest('The execution has already been started.')
  if ((await loadPlan(tenant, execution)).source) {
    const sourceExecution = await startSourceListing(ctx, tenant, executionId)
    // The files of a source run are listed page by page through another endpoint.
    return awaitExecution(ctx, tenant, {
      acceptedExecution: sourceExecution,
      seconds: waitSeconds,
      isWithoutFiles: true,
    })
  }
  if (uploads.length === 0) throw badRequest('Choose at least one file to run the workflow with.')
  const startedExecution = await startExecution(ctx, tenant, { workflowId, executionId, uploads })
  const { execution: acceptedExecution, outcomePromise } = startedExecution
  return awaitExecution(ctx, tenant, { acceptedExecution, seconds: waitSeconds, outcomePromise })
}

type CreateRequest = Pick<
  ExecuteWorkflowRequest,
  'actor' | 'workflowId' | 'isTrial' | 'isPreview' | 'reusesResults' | 'logEventsId'
>

async function create(
  ctx: Context,
  { actor, workflowId, isTrial, isPreview, reusesResults, logEventsId }: CreateRequest,
): Promise<ExecutionRow> {
  const tenant = tenantOf(ctx, actor)
  await getWorkflow(ctx, { actor, id: workflowId })
  await assertMayRun(ctx.config, tenant)
  const plannedExecution = await planExecution(ctx, tenant, workflowId, 'draft')
  const isDryRun = isTrial || isPreview
  if (isDryRun && !plannedExecution.plan.source) {
    throw badRequest(
      'This workflow receives its files through its API, so there is no source to use for a dry run.',
    )
  }
  const trialFiles = isDryRun ? trialFileCount : undefined
  const { userId } = actor
  return createExecution(tenant, {
    plannedExecution,
    entity: 'WF',
    userId,
    logEventsId,
    reusesResults,
    trialFiles,
    isPreview,
  })
}
