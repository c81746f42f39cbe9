import { connectorSharing } from '@recto/contract/sharing'
import type { Actor, Context } from '../../platform/context.ts'
import { getVisibleConnector } from './rows/get-connector.ts'

type Asked = { readonly actor: Actor; readonly id: string }

/** How connectors are shared. */
export const sharedConnectors = {
  table: 'connector',
  noun: 'connector',
  endpoints: connectorSharing,
  async find(ctx: Pick<Context, 'db'>, asked: Asked) {
    const connector = await getVisibleConnector(ctx, asked)
    return { id: connector.id, name: connector.name, facts: connector }
  },
} as const
