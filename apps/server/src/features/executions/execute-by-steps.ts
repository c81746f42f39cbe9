import type { ExecutionStep, StepAction } from '@recto/contract/executions'
import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { announceWork } from '../../platform/leases/announce-work.ts'
import { waitUnless } from '../../platform/retry.ts'
import type { AwaitedExecution } from './await-execution.ts'
import { stopExecution } from './change-run.ts'
import { getPlan } from './execution-plans.store.ts'
import type { ExecutionRow } from './executions.store.ts'
import { readOutcome } from './files/execution-outcome.ts'
import { tellOfStep } from './files/tell-of-execution.ts'
import { isFinished } from './is-finished.ts'
import { beginSourceRun } from './source/start-source-run.ts'
import { startExecution } from './start-execution.ts'
import { advance, findStepState } from './steps.store.ts'

type Input = {
  readonly actor: Actor
  readonly execution: ExecutionRow
  readonly action: StepAction
  readonly uploads: readonly Upload[]
}

/** How long a step is waited for; it goes on all the same. */
const waitSeconds = 300

/** What comes after a step; nothing after the last one. */
const following: Readonly<Record<ExecutionStep, ExecutionStep | undefined>> = {
  SOURCE: 'TOOL',
  TOOL: 'DESTINATION',
  DESTINATION: undefined,
}

/**
 * Lets an execution go on step by step: the first takes its files in, the next ones read them and hand over what
 * was read. How far it may go stands in its row, so that it does not matter who takes the next step, and when.
 */
export async function executeByStep(
  ctx: Context,
  { actor, execution, action, uploads }: Input,
): Promise<AwaitedExecution> {
  const tenant = tenantOf(ctx, actor)
  const { id } = execution
  switch (action) {
    case 'START':
      await start(ctx, tenant, { execution, uploads })
      break
    case 'NEXT':
      await takeNextStep(ctx, tenant, execution)
      break
    case 'CONTINUE':
      await go(ctx, tenant, { execution, from: undefined, to: 'DESTINATION' })
      break
    case 'STOP':
      return { execution: await stopExecution(ctx, { actor, id }) }
  }
  return awaitStep(ctx, tenant, id)
}

async function start(
  ctx: Context,
  tenant: Tenant,
  {
    execution: { id, workflow_id: workflowId, ...execution },
    uploads,
  }: Pick<Input, 'execution' | 'uploads'>,
): Promise<void> {
  if (execution.status !== 'PENDING') throw badRequest('The execution has been started before.')
  if ((await getPlan(tenant, execution)).source) {
    await beginSourceRun(ctx, tenant, id, { isByStep: true })
    return
  }
  if (uploads.length === 0) throw badRequest('Choose at least one file to run the workflow with.')
  await startExecution(ctx, tenant, { workflowId, executionId: id, uploads, isByStep: true })
}

async function takeNextStep(ctx: Context, tenant: Tenant, execution: ExecutionRow): Promise<void> {
  const { step_to: from } = execution
  const state = await findStepState(tenant, execution.id)
  if (from === null || !state || isFinished(state.execution)) throw refusal(execution)
  const to = following[from]
  if (!to) throw badRequest('The last step has been taken.')
  if (!state.isThrough) throw badRequest('The step before is still going on.')
  await go(ctx, tenant, { execution, from, to })
}

type Going = {
  readonly execution: ExecutionRow
  readonly from: ExecutionStep | undefined
  readonly to: ExecutionStep
}

async function go(ctx: Context, tenant: Tenant, { execution, from, to }: Going): Promise<void> {
  const advanced = await tenant.db
    .transaction()
    .execute((db) => advance({ ...tenant, db }, { id: execution.id, from, to }))
  if (!advanced) throw refusal(execution)
  tellOfStep(ctx, tenant, advanced, to)
  await announceWork(ctx)
}

const refusal = (execution: ExecutionRow) =>
  badRequest(
    isFinished(execution)
      ? 'The execution has ended.'
      : 'The execution is not at a step from which it could go on.',
  )

/** Until the step is through, the execution has ended or the time is over. */
async function awaitStep(ctx: Context, tenant: Tenant, id: string): Promise<AwaitedExecution> {
  const deadline = Date.now() + waitSeconds * 1000
  const isOver = () => Date.now() >= deadline || ctx.leaving.aborted
  let state = await lookAt(tenant, id)
  for (let pause = 0.05; !state.isDone && !isOver(); pause = Math.min(pause * 1.5, 1)) {
    // Whoever ends this process lets the caller go with what is known.
    await waitUnless(ctx.leaving, pause).catch(() => {})
    state = await lookAt(tenant, id)
  }
  const { execution } = state
  if (!isFinished(execution) || (await getPlan(tenant, execution)).source) return { execution }
  return { execution, outcome: await readOutcome(tenant, execution) }
}

async function lookAt(tenant: Tenant, id: string) {
  const state = await findStepState(tenant, id)
  if (!state) throw new Error('An execution went away while its step was taken.')
  const { execution, isThrough } = state
  return { execution, isDone: isThrough || isFinished(execution) }
}
