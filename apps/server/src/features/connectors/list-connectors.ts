import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  type ConnectorFilter,
  type ConnectorRow,
  listVisibleConnectors,
} from './rows/connectors.store.ts'

type Input = { readonly actor: Actor; readonly filter: ConnectorFilter }

/** All that the actor may put to use. */
export async function listConnectors(
  ctx: Pick<Context, 'db'>,
  { actor, filter }: Input,
): Promise<ConnectorRow[]> {
  return listVisibleConnectors(tenantOf(ctx, actor), actor, filter)
}
