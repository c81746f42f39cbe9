import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findUsability } from '../../connections/connections.port.ts'
import { adapterConnections } from './adapter-connections.ts'

/**
 * Throws 404 for an adapter that the organization does not have, 403 for one that is not shared
 * with the actor.
 */
export async function assertAdaptersUsable(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  adapterIds: readonly string[],
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const adapters = await findUsability(tenant, adapterConnections, actor, adapterIds)
  if (adapters.length < new Set(adapterIds).size) throw notFound('adapter')
  const forbiddenAdapter = adapters.find(({ isUsable }) => !isUsable)?.row
  if (!forbiddenAdapter) return
  throw forbidden(`You do not have access to the adapter “${forbiddenAdapter.name}”.`)
}
