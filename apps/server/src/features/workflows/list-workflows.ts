import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  countWorkflows,
  findWorkflows,
  type WantedWorkflows,
  type WorkflowRow,
} from './workflows.store.ts'

export async function listWorkflows(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted: WantedWorkflows,
): Promise<WorkflowRow[]> {
  return findWorkflows(tenantOf(ctx, actor), wanted)
}

/** Of all pages. */
export async function countListedWorkflows(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted: WantedWorkflows,
): Promise<number> {
  return countWorkflows(tenantOf(ctx, actor), wanted)
}
