import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { addOwner, changeSharing, removeOwner } from './change-sharing.ts'
import { ownersOf } from './find-ownership.ts'
import { presentEffective, presentSharing } from './map-sharing.ts'
import type { Shareable } from './shareable.ts'

/** Registers the sharing routes of a feature; they are the same for all features. */
export function serveSharing(app: FastifyInstance, ctx: Context, kind: Shareable): void {
  const { endpoints } = kind

  registerEndpoint(app, ctx, endpoints.read, async (ctx, { actor, params }) =>
    presentSharing(ctx, actor, kind, await kind.find(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, endpoints.share, async (ctx, { actor, params, body }) => {
    await changeSharing(ctx, kind, { actor, id: params.id, change: body })
    return undefined
  })

  registerEndpoint(app, ctx, endpoints.members, async (ctx, { actor, params }) =>
    presentEffective(ctx, actor, kind, await kind.find(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, endpoints.addOwner, async (ctx, { actor, params: { id }, body }) => {
    await addOwner(ctx, kind, { actor, id, userId: body.user_id })
    const { facts } = await kind.find(ctx, { actor, id })
    const thing = { id, created_by: facts.created_by }
    return { id, co_owners: await ownersOf(tenantOf(ctx, actor), kind.table, thing) }
  })

  registerEndpoint(
    app,
    ctx,
    endpoints.removeOwner,
    async (ctx, { actor, params: { id, user_id } }) => {
      await removeOwner(ctx, kind, { actor, id, userId: user_id })
      return undefined
    },
  )
}
