import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type EndpointRow, findEndpoints } from './workflows.store.ts'

type EndpointRequest = { readonly actor: Actor; readonly id: string }

export async function getEndpoint(
  ctx: Pick<Context, 'db'>,
  { actor, id }: EndpointRequest,
): Promise<EndpointRow> {
  const [endpoint] = await findEndpoints(tenantOf(ctx, actor), { id, viewer: actor })
  if (!endpoint) throw notFound('endpoint')
  return endpoint
}
