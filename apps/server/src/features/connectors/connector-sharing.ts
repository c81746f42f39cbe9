import { connectorSharing } from '@recto/contract/organizations/sharing'
import type { Actor, Context } from '../../platform/context.ts'
import { getVisibleConnector } from './rows/get-connector.ts'

type ConnectorSharingRequest = { readonly actor: Actor; readonly id: string }

/** Describes connectors to the sharing feature. */
export const sharedConnectors = {
  table: 'connector',
  noun: 'connector',
  endpoints: connectorSharing,
  async find(ctx: Pick<Context, 'db'>, request: ConnectorSharingRequest) {
    const connector = await getVisibleConnector(ctx, request)
    return { id: connector.id, name: connector.name, facts: connector }
  },
} as const
