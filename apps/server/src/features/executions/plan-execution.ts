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

type Override = { readonly profileId: string; readonly ownerId: number | null }

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

/** The same with all fields answered by one profile. 400 when it is not one of the owner's. */
export async function planWithProfile(
  ctx: Needs,
  tenant: Tenant,
  { planned, override }: { readonly planned: Planned; readonly override: Override },
): Promise<Planned> {
  const tool = await withProfile(tenant, planned.plan.tool as Tool, override)
  const plan = { ...planned.plan, tool, llmProfileId: override.profileId }
  return keep(ctx, tenant, { runnable: planned.runnable, plan })
}

async function planAnew(
  ctx: Needs,
  tenant: Tenant,
  workflowId: string,
  which: WhichVersion,
): Promise<Planned> {
  const runnable = await findRunnable(ctx, tenant, workflowId, which)
  if (!runnable) throw notFound('workflow')
  const tool = await findTool(ctx, tenant, runnable.toolId)
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
