import { notFound } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { getConnection } from '../../connections/connections.port.ts'
import { connectorConnections } from './connector-connections.ts'
import type { ConnectorKindOfRow } from './connectors.store.ts'

type AssertConnectorUsableRequest = {
  readonly actor: Actor
  readonly id: string
  readonly kind?: ConnectorKindOfRow | undefined
}

/** Throws 404 unless the actor may use such a connector. */
export async function assertConnectorUsable(
  ctx: Pick<Context, 'db'>,
  { actor, id, kind }: AssertConnectorUsableRequest,
): Promise<void> {
  const connector = await getConnection(ctx, connectorConnections, { actor, id })
  if (kind !== undefined && connector.kind !== kind) throw notFound('connector')
}
