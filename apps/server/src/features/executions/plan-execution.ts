import { createHash } from 'node:crypto'
import { badRequest, notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { ExecutionPlan } from '../../platform/db/tables/executions.ts'
import { findTool } from '../tools/tools.port.ts'
import { findRunnable, type Runnable } from '../workflows/workflows.port.ts'
import { keepPlan } from './execution-plans.store.ts'

export type Planned = {
  readonly runnable: Runnable
  readonly plan: ExecutionPlan
  readonly planHash: string
}

type Needs = Pick<Context, 'db' | 'configurations' | 'configuration'>

/**
 * What an execution of the workflow would do from now on; kept under its hash. 404 or 400 with the
 * reason when it cannot.
 */
export function planExecution(ctx: Needs, tenant: Tenant, workflowId: string): Promise<Planned> {
  const plan = () => planAnew(ctx, tenant, workflowId)
  if (!ctx.configuration) return plan()
  return ctx.configurations.get(ctx.configuration, `plan/${workflowId}`, plan)
}

async function planAnew(ctx: Needs, tenant: Tenant, workflowId: string): Promise<Planned> {
  const runnable = await findRunnable(ctx, tenant, workflowId)
  if (!runnable) throw notFound('workflow')
  const tool = await findTool(ctx, tenant, runnable.toolId)
  if (!tool) throw badRequest('The tool is gone.')
  const plan = { toolId: runnable.toolId, settings: runnable.settings, tool }
  const text = JSON.stringify([runnable.workflowId, plan])
  const planHash = createHash('sha256').update(text).digest('hex')
  await keepPlan({ ...tenant, db: ctx.db }, { plan, planHash })
  return { runnable, plan, planHash }
}
