import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type EndpointRow, findEndpoints } from './workflows.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getEndpoint(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<EndpointRow> {
  const [endpoint] = await findEndpoints(tenantOf(ctx, actor), { id })
  if (!endpoint) throw notFound('endpoint')
  return endpoint
}
