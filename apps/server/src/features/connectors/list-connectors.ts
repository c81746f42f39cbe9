import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  type ConnectorFilter,
  type ConnectorRow,
  countVisibleConnectors,
  listVisibleConnectors,
} from './rows/connectors.store.ts'

type ListConnectorsRequest = { readonly actor: Actor; readonly filter: ConnectorFilter }

/** Lists the connectors that the actor may use. */
export async function listConnectors(
  ctx: Pick<Context, 'db'>,
  { actor, filter }: ListConnectorsRequest,
): Promise<ConnectorRow[]> {
  return listVisibleConnectors(tenantOf(ctx, actor), actor, filter)
}

/** Counts the matching connectors on all pages. */
export async function countConnectors(
  ctx: Pick<Context, 'db'>,
  { actor, filter }: ListConnectorsRequest,
): Promise<number> {
  return countVisibleConnectors(tenantOf(ctx, actor), actor, filter)
}
