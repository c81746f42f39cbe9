import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  type ConnectorFilter,
  type ConnectorRow,
  listVisibleConnectors,
} from './rows/connectors.store.ts'

type ListConnectorsRequest = { readonly actor: Actor; readonly filter: ConnectorFilter }

/** Lists all connectors that the actor may use. */
export async function listConnectors(
  ctx: Pick<Context, 'db'>,
  { actor, filter }: ListConnectorsRequest,
): Promise<ConnectorRow[]> {
  return listVisibleConnectors(tenantOf(ctx, actor), actor, filter)
}
