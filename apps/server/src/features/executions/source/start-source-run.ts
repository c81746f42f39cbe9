import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { tagSpanWithExecution } from '../../../platform/tracing/spans.ts'
import { assertMayRun } from '../../billing/billing.port.ts'
import type { Idempotency } from '../create-execution.ts'
import { listPreviewJob, listSourceJob } from '../executions.jobs.ts'
import { type ExecutionRow, insertExecution } from '../executions.store.ts'
import { planExecution } from '../plan-execution.ts'
import { failExecution, requestListing } from './source-runs.store.ts'

/** Batches of all services are answered within a day, or not at all. */
const batchHours = 24

type SourceRunRequest = {
  readonly workflowId: string
  readonly pipeline: { readonly id: string; readonly name: string }
  readonly entity: 'ETL' | 'TASK'
  readonly method: ExecutionRow['method']
  /** User responsible for the pipeline and owner of its results. */
  readonly userId: number | null
  /** Whether undelivered and cached results may be reused; true by default. */
  readonly reusesResults?: boolean | undefined
  /** Whether its calls may wait in batches, which cost less. */
  readonly usesBatches?: boolean
  readonly idempotency?: Idempotency | undefined
  /** Whether something has arrived: then it leaves files that are still being written. */
  readonly isOnArrival?: boolean | undefined
}

/**
 * Creates an execution whose files come from the source of its workflow; part of the caller's
 * transaction if there is one.
 */
export async function startSourceRun(
  ctx: Context,
  tenant: Tenant,
  { workflowId, pipeline, entity, method, userId, reusesResults, ...options }: SourceRunRequest,
): Promise<ExecutionRow> {
  await assertMayRun(ctx.config, tenant)
  const plannedExecution = await planExecution(
    { ...ctx, db: tenant.db },
    tenant,
    workflowId,
    'live',
  )
  if (!plannedExecution.plan.source)
    throw badRequest(
      'This workflow receives its files through its API, so there is no source to read.',
    )
  const execution = await insertExecution(tenant, {
    workflowId,
    workflowName: plannedExecution.runnable.workflowName,
    pipelineId: pipeline.id,
    pipelineName: pipeline.name,
    entity,
    method,
    status: 'PENDING',
    isListing: true,
    reusesResults,
    batchDeadline: options.usesBatches
      ? new Date(Date.now() + batchHours * 3600 * 1000)
      : undefined,
    planHash: plannedExecution.planHash,
    isOnArrival: options.isOnArrival,
    idempotencyKey: options.idempotency?.idempotencyKey,
    requestHash: options.idempotency?.requestHash,
    createdBy: userId,
  })
  await enqueueListing(ctx, tenant, execution)
  return execution
}

/** Starts listing the source of a waiting execution. Throws 400 when it was started before. */
export async function startSourceListing(
  ctx: Context,
  tenant: Tenant,
  id: string,
  { isByStep = false } = {},
): Promise<ExecutionRow> {
  return tenant.db.transaction().execute(async (db) => {
    const transaction = { ...tenant, db }
    const execution = await requestListing(transaction, id, isByStep)
    if (!execution) throw badRequest('The execution has already been started.')
    await enqueueListing(ctx, transaction, execution)
    return execution
  })
}

function enqueueListing(
  ctx: Context,
  { db, organizationId }: Tenant,
  { id: executionId, is_preview: isPreview }: ExecutionRow,
) {
  tagSpanWithExecution(executionId)
  return ctx.jobs.enqueue(
    isPreview ? listPreviewJob : listSourceJob,
    { organizationId, executionId },
    { key: `list-source:${executionId}`, organizationId, db },
  )
}

type RefusedRunRequest = Omit<SourceRunRequest, 'method' | 'reusesResults'> & {
  readonly reason: string
}

/** Records a run that could not start, with the reason. */
export async function recordRefusedRun(
  tenant: Tenant,
  { workflowId, pipeline, entity, userId, reason }: RefusedRunRequest,
): Promise<ExecutionRow> {
  const emptyPlan = { toolId: '00000000-0000-4000-8000-000000000000', settings: {}, tool: null }
  const { id } = await insertExecution(tenant, {
    workflowId,
    workflowName: '',
    pipelineId: pipeline.id,
    pipelineName: pipeline.name,
    entity,
    method: 'SCHEDULED',
    status: 'PENDING',
    plan: JSON.stringify(emptyPlan),
    planHash: '',
    createdBy: userId,
  })
  return failExecution(tenant, id, reason)
}
