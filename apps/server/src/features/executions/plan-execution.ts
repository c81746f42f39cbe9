import { createHash } from 'node:crypto'
import { badRequest, notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findToolOfStep, withProfile } from '../tools/tools.port.ts'
import {
  findRunnableWorkflow,
  type RunnableWorkflow,
  type WorkflowVersionKind,
} from '../workflows/workflows.port.ts'
import type { ExecutionPlan } from './execution-plans.store.ts'
import { insertPlan } from './execution-plans.store.ts'

export type PlannedExecution = {
  readonly runnable: RunnableWorkflow
  readonly plan: ExecutionPlan
  readonly planHash: string
}

type PlanDependencies = Pick<Context, 'db' | 'configurationCache' | 'configurationVersion'>

export type ProfileOverride = {
  readonly id: string
  /** Required owner of the profile. */
  readonly ownerId: number | null | 'anybody'
}

/**
 * Plans what an execution of the workflow does and stores the plan under its hash. Throws 404 or
 * 400 with the reason when the workflow cannot run.
 */
export function planExecution(
  ctx: PlanDependencies,
  tenant: Tenant,
  workflowId: string,
  versionKind: WorkflowVersionKind,
): Promise<PlannedExecution> {
  const build = () => buildPlan(ctx, tenant, workflowId, versionKind)
  if (!ctx.configurationVersion) return build()
  return ctx.configurationCache.get(
    ctx.configurationVersion,
    `plan/${versionKind}/${workflowId}`,
    build,
  )
}

type ProfileReplacement = {
  readonly plannedExecution: PlannedExecution
  readonly override: ProfileOverride
}

/**
 * Replaces the profile of every field of a plan. Throws 400 when the profile does not belong to the
 * required owner.
 */
export async function planWithProfile(
  ctx: PlanDependencies,
  tenant: Tenant,
  { plannedExecution, override }: ProfileReplacement,
): Promise<PlannedExecution> {
  const tool = await withProfile(tenant, plannedExecution.plan.tool, override)
  const plan = { ...plannedExecution.plan, tool, llmProfileId: override.id }
  return savePlan(ctx, tenant, { runnable: plannedExecution.runnable, plan })
}

export type PlannedField = { readonly name: string; readonly type: string }

/** Lists the fields that an execution of the live workflow returns. */
export async function findPlannedFields(
  ctx: PlanDependencies,
  tenant: Tenant,
  workflowId: string,
): Promise<readonly PlannedField[]> {
  const { plan } = await planExecution(ctx, tenant, workflowId, 'live')
  return plan.tool.metadata.outputs
    .filter(({ active }) => active)
    .map(({ name, type }) => ({ name, type }))
}

async function buildPlan(
  ctx: PlanDependencies,
  tenant: Tenant,
  workflowId: string,
  versionKind: WorkflowVersionKind,
): Promise<PlannedExecution> {
  const runnable = await findRunnableWorkflow(ctx, tenant, workflowId, versionKind)
  if (!runnable) throw notFound('workflow')
  const tool = await findToolOfStep(ctx, tenant, runnable)
  if (!tool) throw badRequest('The tool no longer exists.')
  const { toolId, settings, source, destination } = runnable
  // Workflows called through the API have no source or destination; leaving both out keeps the
  // hashes of their existing plans.
  const endpoints = source.connection === 'API' ? {} : { source, destination }
  const plan = { toolId, settings, tool, ...endpoints }
  return savePlan(ctx, tenant, { runnable, plan })
}

async function savePlan(
  ctx: PlanDependencies,
  tenant: Tenant,
  { runnable, plan }: Pick<PlannedExecution, 'runnable' | 'plan'>,
): Promise<PlannedExecution> {
  const text = JSON.stringify([runnable.workflowId, plan])
  const planHash = createHash('sha256').update(text).digest('hex')
  await insertPlan({ ...tenant, db: ctx.db }, { plan, planHash })
  return { runnable, plan, planHash }
}
