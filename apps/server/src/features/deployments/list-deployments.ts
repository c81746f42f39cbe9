import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  countDeployments,
  type DeploymentListQuery,
  type DeploymentRow,
  findDeployments,
} from './deployments.store.ts'

const newest: DeploymentListQuery = { order: { by: 'created_at', direction: 'desc' } }

export async function listDeployments(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  listQuery = newest,
): Promise<DeploymentRow[]> {
  return findDeployments(tenantOf(ctx, actor), actor, listQuery)
}

/** Counts the matching deployments on all pages. */
export async function countListedDeployments(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  listQuery: DeploymentListQuery,
): Promise<number> {
  return countDeployments(tenantOf(ctx, actor), actor, listQuery)
}
