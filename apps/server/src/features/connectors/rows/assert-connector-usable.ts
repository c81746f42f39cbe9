import { notFound } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { ConnectorKindOfRow } from './connectors.store.ts'
import { getVisibleConnector } from './get-connector.ts'

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
  const connector = await getVisibleConnector(ctx, { actor, id })
  if (kind !== undefined && connector.kind !== kind) throw notFound('connector')
}
