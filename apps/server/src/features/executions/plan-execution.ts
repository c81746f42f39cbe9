import { createHash } from 'node:crypto'
import { badRequest, notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { ExecutionPlan } from '../../platform/db/tables/executions.ts'
import { findTool, type Tool, withProfile } from '../tools/tools.port.ts'
import { findRunnable, type Runnable, type WhichVersion } from '../workflows/workflows.port.ts'
import { keepPlan } from './execution-plans.store.ts'

export type Planned = {
  readonly runnable: Runnable
  readonly plan: ExecutionPlan
  readonly planHash: string
}

type Needs = Pick<Context, 'db' | 'configurations' | 'configuration'>

export type ProfileOverride = {
  readonly id: string
  /** Whose it has to be. */
  readonly ownerId: number | null | 'anybody'
}

/**
 * What an execution of the workflow would do from now on; kept under its hash. 404 or 400 with the
 * reason when it cannot.
 */
export function planExecution(
  ctx: Needs,
  tenant: Tenant,
  workflowId: string,
  which: WhichVersion,
): Promise<Planned> {
  const plan = () => planAnew(ctx, tenant, workflowId, which)
  if (!ctx.configuration) return plan()
  return ctx.configurations.get(ctx.configuration, `plan/${which}/${workflowId}`, plan)
}

/** The same with all fields answered by one profile. 400 when it is not one of whoever has to own it. */
export async function planWithProfile(
  ctx: Needs,
  tenant: Tenant,
  { planned, override }: { readonly planned: Planned; readonly override: ProfileOverride },
): Promise<Planned> {
  const tool = await withProfile(tenant, planned.plan.tool as Tool, override)
  const plan = { ...planned.plan, tool, llmProfileId: override.id }
  return keep(ctx, tenant, { runnable: planned.runnable, plan })
}

export type PlannedField = { readonly name: string; readonly type: string }

/** Which fields an execution of the workflow, as it is called, would return. */
export async function findFields(
  ctx: Needs,
  tenant: Tenant,
  workflowId: string,
): Promise<readonly PlannedField[]> {
  const { plan } = await planExecution(ctx, tenant, workflowId, 'live')
  return (plan.tool as Tool).metadata.outputs
    .filter(({ active }) => active)
    .map(({ name, type }) => ({ name, type }))
}

async function planAnew(
  ctx: Needs,
  tenant: Tenant,
  workflowId: string,
  which: WhichVersion,
): Promise<Planned> {
  const runnable = await findRunnable(ctx, tenant, workflowId, which)
  if (!runnable) throw notFound('workflow')
  const tool = await findTool(ctx, tenant, runnable.toolId, runnable.settings)
  if (!tool) throw badRequest('The tool is gone.')
  const { toolId, settings, source, destination } = runnable
  // What callers send and get back has no ends of its own, and its plans stay what they were.
  const ends = source.connection === 'API' ? {} : { source, destination }
  const plan = { toolId, settings, tool, ...ends }
  return keep(ctx, tenant, { runnable, plan })
}

async function keep(
  ctx: Needs,
  tenant: Tenant,
  { runnable, plan }: Pick<Planned, 'runnable' | 'plan'>,
): Promise<Planned> {
  const text = JSON.stringify([runnable.workflowId, plan])
  const planHash = createHash('sha256').update(text).digest('hex')
  await keepPlan({ ...tenant, db: ctx.db }, { plan, planHash })
  return { runnable, plan, planHash }
}
