import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  countWorkflows,
  findWorkflows,
  type WorkflowListQuery,
  type WorkflowRow,
} from './workflows.store.ts'

export async function listWorkflows(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  listQuery: WorkflowListQuery,
): Promise<WorkflowRow[]> {
  return findWorkflows(tenantOf(ctx, actor), actor, listQuery)
}

/** Counts the workflows of all pages. */
export async function countListedWorkflows(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  listQuery: WorkflowListQuery,
): Promise<number> {
  return countWorkflows(tenantOf(ctx, actor), actor, listQuery)
}
