import { notFound } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import type { ConnectorKindOfRow } from './connectors.store.ts'
import { getVisibleConnector } from './get-connector.ts'

type Asked = {
  readonly actor: Actor
  readonly id: string
  readonly kind?: ConnectorKindOfRow | undefined
}

/** Throws 404 unless the actor may put such a connector to use. */
export async function assertConnectorUsable(
  ctx: Pick<Context, 'db'>,
  { actor, id, kind }: Asked,
): Promise<void> {
  const connector = await getVisibleConnector(ctx, { actor, id })
  if (kind !== undefined && connector.kind !== kind) throw notFound('connector of this kind')
}
