import type { ExecutionStep, StepAction } from '@recto/contract/executions/executions'
import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { sleepUnlessAborted } from '../../platform/retry.ts'
import { announceWork } from '../../platform/work/announce-work.ts'
import type { AwaitedExecution } from './await-execution.ts'
import { stopExecution } from './change-run.ts'
import { loadPlan } from './execution-plans.store.ts'
import { isFinished } from './execution-state.ts'
import type { ExecutionRow } from './executions.store.ts'
import { loadOutcome } from './files/execution-outcome.ts'
import { pushStepStarted } from './files/push-progress.ts'
import { startSourceListing } from './source/start-source-run.ts'
import { startExecution } from './start-execution.ts'
import { advanceExecution, findStepState } from './steps.store.ts'

type ExecuteByStepRequest = {
  readonly actor: Actor
  readonly execution: ExecutionRow
  readonly action: StepAction
  readonly uploads: readonly Upload[]
}

/** Maximum number of seconds that the caller waits for a step; the step continues afterwards. */
const waitSeconds = 300

/** The step after each step. */
const nextSteps: Readonly<Record<ExecutionStep, ExecutionStep | undefined>> = {
  SOURCE: 'TOOL',
  TOOL: 'DESTINATION',
  DESTINATION: undefined,
}

/**
 * Advances an execution step by step: the first step adds its files, the second reads them, the
 * third delivers the results. The furthest permitted step is stored in the execution's row, so any
 * process can take the next step at any time.
 */
export async function executeByStep(
  ctx: Context,
  { actor, execution, action, uploads }: ExecuteByStepRequest,
): Promise<AwaitedExecution> {
  const tenant = tenantOf(ctx, actor)
  const { id } = execution
  switch (action) {
    case 'START':
      await startFirstStep(ctx, tenant, { execution, uploads })
      break
    case 'NEXT':
      await takeNextStep(ctx, tenant, execution)
      break
    case 'CONTINUE':
      await advanceTo(ctx, tenant, { execution, from: undefined, to: 'DESTINATION' })
      break
    case 'STOP':
      return { execution: await stopExecution(ctx, { actor, id }) }
  }
  return awaitStep(ctx, tenant, id)
}

async function startFirstStep(
  ctx: Context,
  tenant: Tenant,
  {
    execution: { id, workflow_id: workflowId, ...execution },
    uploads,
  }: Pick<ExecuteByStepRequest, 'execution' | 'uploads'>,
): Promise<void> {
  if (execution.status !== 'PENDING') throw badRequest('The execution has already been started.')
  if ((await loadPlan(tenant, execution)).source) {
    await startSourceListing(ctx, tenant, id, { isByStep: true })
    return
  }
  if (uploads.length === 0) throw badRequest('Choose at least one file to run the workflow with.')
  await startExecution(ctx, tenant, { workflowId, executionId: id, uploads, isByStep: true })
}

async function takeNextStep(ctx: Context, tenant: Tenant, execution: ExecutionRow): Promise<void> {
  const { step_to: from } = execution
  const state = await findStepState(tenant, execution.id)
  if (from === null || !state || isFinished(state.execution)) throw createRefusal(execution)
  const to = nextSteps[from]
  if (!to) throw badRequest('The execution has no further steps.')
  if (!state.isComplete) throw badRequest('The previous step is still in progress.')
  await advanceTo(ctx, tenant, { execution, from, to })
}

type AdvanceOptions = {
  readonly execution: ExecutionRow
  readonly from: ExecutionStep | undefined
  readonly to: ExecutionStep
}

async function advanceTo(
  ctx: Context,
  tenant: Tenant,
  { execution, from, to }: AdvanceOptions,
): Promise<void> {
  const updatedExecution = await tenant.db
    .transaction()
    .execute((db) => advanceExecution({ ...tenant, db }, { id: execution.id, from, to }))
  if (!updatedExecution) throw createRefusal(execution)
  pushStepStarted(ctx, tenant, updatedExecution, to)
  await announceWork(ctx, 'items')
}

const createRefusal = (execution: ExecutionRow) =>
  badRequest(
    isFinished(execution)
      ? 'The execution has ended.'
      : 'The execution cannot continue from its current step.',
  )

/** Waits until the step is complete, the execution has ended, or the time is up. */
async function awaitStep(ctx: Context, tenant: Tenant, id: string): Promise<AwaitedExecution> {
  const deadline = Date.now() + waitSeconds * 1000
  const isOver = () => Date.now() >= deadline || ctx.shutdownSignal.aborted
  let state = await loadStepState(tenant, id)
  for (let pause = 0.05; !state.isDone && !isOver(); pause = Math.min(pause * 1.5, 1)) {
    // On shutdown the caller gets the current state.
    await sleepUnlessAborted(ctx.shutdownSignal, pause).catch(() => {})
    state = await loadStepState(tenant, id)
  }
  const { execution } = state
  if (!isFinished(execution) || (await loadPlan(tenant, execution)).source) return { execution }
  return { execution, outcome: await loadOutcome(tenant, execution) }
}

async function loadStepState(tenant: Tenant, id: string) {
  const state = await findStepState(tenant, id)
  if (!state) throw new Error('The execution was deleted during a step.')
  const { execution, isComplete } = state
  return { execution, isDone: isComplete || isFinished(execution) }
}
