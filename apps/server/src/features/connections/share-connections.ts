import type { SharingEndpoints } from '@recto/contract/organizations/sharing'
import type { Actor, Context } from '../../platform/context.ts'
import type { Catalogue, ConnectionKind, ConnectionRow } from './connection-kind.ts'
import { getConnection } from './get-connection.ts'

/** Describes adapters or connectors to the sharing feature. */
export const shareConnections = <Row extends ConnectionRow>(
  kind: ConnectionKind<Row, Catalogue>,
  endpoints: SharingEndpoints,
) => ({
  table: kind.noun,
  noun: kind.noun,
  endpoints,
  async find(ctx: Pick<Context, 'db'>, request: { readonly actor: Actor; readonly id: string }) {
    const row = await getConnection(ctx, kind, request)
    return { id: row.id, name: row.name, facts: row }
  },
})
