import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  countDeployments,
  type DeploymentRow,
  findDeployments,
  type WantedDeployments,
} from './deployments.store.ts'

const newest: WantedDeployments = { order: { by: 'created_at', direction: 'desc' } }

export async function listDeployments(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted = newest,
): Promise<DeploymentRow[]> {
  return findDeployments(tenantOf(ctx, actor), wanted)
}

/** Counts the matching deployments on all pages. */
export async function countListedDeployments(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted: WantedDeployments,
): Promise<number> {
  return countDeployments(tenantOf(ctx, actor), wanted)
}
