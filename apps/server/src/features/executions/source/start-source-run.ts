import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { noteExecution } from '../../../platform/tracing/traced.ts'
import { assertMayRun } from '../../billing/billing.port.ts'
import { listSourceJob } from '../executions.jobs.ts'
import { type ExecutionRow, insertExecution } from '../executions.store.ts'
import { planExecution } from '../plan-execution.ts'
import { awaitListing, failExecution } from './source-runs.store.ts'

type Input = {
  readonly workflowId: string
  readonly pipeline: { readonly id: string; readonly name: string }
  readonly entity: 'ETL' | 'TASK'
  readonly method: ExecutionRow['method']
  /** Whoever answers for the pipeline, and reads what it made. */
  readonly userId: number | null
}

/** Makes an execution whose files come from the source of its workflow; a part of the transaction if there is one. */
export async function startSourceRun(
  ctx: Context,
  tenant: Tenant,
  { workflowId, pipeline, entity, method, userId }: Input,
): Promise<ExecutionRow> {
  await assertMayRun(ctx.config, tenant)
  const planned = await planExecution({ ...ctx, db: tenant.db }, tenant, workflowId, 'live')
  if (!planned.plan.source) throw badRequest('The files of this workflow come from callers.')
  const execution = await insertExecution(tenant, {
    workflowId,
    workflowName: planned.runnable.workflowName,
    pipelineId: pipeline.id,
    pipelineName: pipeline.name,
    entity,
    method,
    status: 'PENDING',
    isListing: true,
    planHash: planned.planHash,
    createdBy: userId,
  })
  await ask(ctx, tenant, execution)
  return execution
}

/** Has the source of an execution listed that waits for its files. 400 when it has been started before. */
export async function beginSourceRun(
  ctx: Context,
  tenant: Tenant,
  id: string,
  { isByStep = false } = {},
): Promise<ExecutionRow> {
  return tenant.db.transaction().execute(async (db) => {
    const within = { ...tenant, db }
    const execution = await awaitListing(within, id, isByStep)
    if (!execution) throw badRequest('The execution has been started before.')
    await ask(ctx, within, execution)
    return execution
  })
}

function ask(ctx: Context, { db, organizationId }: Tenant, { id: executionId }: ExecutionRow) {
  noteExecution(executionId)
  return ctx.jobs.enqueue(
    listSourceJob,
    { organizationId, executionId },
    { key: `list-source:${executionId}`, organizationId, db },
  )
}

type Refused = Omit<Input, 'method'> & { readonly reason: string }

/** A run that could not begin: it stands among the others with its reason. */
export async function recordRefusedRun(
  tenant: Tenant,
  { workflowId, pipeline, entity, userId, reason }: Refused,
): Promise<ExecutionRow> {
  const nothing = { toolId: '00000000-0000-4000-8000-000000000000', settings: {}, tool: null }
  const { id } = await insertExecution(tenant, {
    workflowId,
    workflowName: '',
    pipelineId: pipeline.id,
    pipelineName: pipeline.name,
    entity,
    method: 'SCHEDULED',
    status: 'PENDING',
    plan: JSON.stringify(nothing),
    planHash: '',
    createdBy: userId,
  })
  return failExecution(tenant, id, reason)
}
