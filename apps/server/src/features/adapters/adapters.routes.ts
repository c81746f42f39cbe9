import * as api from '@recto/contract/adapters'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../platform/app-error.ts'
import { type Context, tenantOf } from '../../platform/context.ts'
import { serve } from '../../platform/http/serve.ts'
import { kindOf } from './adapter-kinds.ts'
import { findSchema, listProviders } from './catalogue.ts'
import { createAdapter } from './create-adapter.ts'
import { defaultTriadOf } from './default-triad.ts'
import { deleteAdapter } from './delete-adapter.ts'
import { getOwnAdapter, getVisibleAdapter } from './get-adapter.ts'
import { listAdapters } from './list-adapters.ts'
import {
  presentAdapter,
  presentAdapterInfo,
  presentAdapters,
  presentAdapterUsers,
  presentProvider,
  presentTriad,
} from './present-adapter.ts'
import { saveDefaultTriad } from './save-default-triad.ts'
import { testAdapter } from './test-adapter.ts'
import { updateAdapter } from './update-adapter.ts'

export function adapterRoutes(app: FastifyInstance, ctx: Context): void {
  catalogueRoutes(app, ctx)
  triadRoutes(app, ctx)

  serve(app, ctx, api.listAdapters, async (ctx, { actor, query }) => {
    const adapters = await listAdapters(ctx, { actor, type: query.adapter_type })
    return presentAdapters(ctx, actor, adapters)
  })

  serve(app, ctx, api.createAdapter, async (ctx, { actor, body }) => {
    const adapter = await createAdapter(ctx, {
      actor,
      providerId: body.adapter_id,
      type: body.adapter_type,
      name: body.adapter_name,
      settings: body.adapter_metadata,
      description: body.description,
      isSharedToOrg: body.shared_to_org,
    })
    return presentAdapter(ctx, actor, adapter)
  })

  serve(app, ctx, api.getAdapter, async (ctx, { actor, params }) =>
    presentAdapter(ctx, actor, await getOwnAdapter(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateAdapter, api.patchAdapter]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const adapter = await updateAdapter(ctx, {
        actor,
        id: params.id,
        name: body.adapter_name,
        settings: body.adapter_metadata,
        description: body.description,
        isSharedToOrg: body.shared_to_org,
        sharedWith: body.shared_users,
      })
      return presentAdapter(ctx, actor, adapter)
    })
  }

  serve(
    app,
    ctx,
    api.deleteAdapter,
    async (ctx, { actor, params }) =>
      deleteAdapter(ctx, { actor, id: params.id }) as Promise<undefined>,
  )

  serve(app, ctx, api.getAdapterInfo, async (ctx, { actor, params }) => {
    const adapter = await getVisibleAdapter(ctx, { actor, id: params.id })
    return presentAdapterInfo(adapter)
  })

  serve(app, ctx, api.listAdapterUsers, async (ctx, { actor, params }) =>
    presentAdapterUsers(ctx, actor, await getVisibleAdapter(ctx, { actor, id: params.id })),
  )
}

function catalogueRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listSupportedAdapters, async (ctx, { query }) => {
    const type = api.AdapterType.safeParse(query.adapter_type)
    if (!type.success) throw badRequest('adapter_type is missing or is not a known type.')
    return listProviders(ctx, type.data).map(presentProvider)
  })

  serve(app, ctx, api.getAdapterSchema, async (ctx, { query }) => ({
    json_schema: findSchema(ctx, query.id),
  }))

  serve(app, ctx, api.testAdapter, async (ctx, { actor, body }) => {
    await testAdapter(ctx, {
      actor,
      providerId: body.adapter_id,
      type: body.adapter_type,
      settings: body.adapter_metadata,
    })
    return { is_valid: true }
  })
}

function triadRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getDefaultTriad, async (ctx, { actor }) =>
    presentTriad(await defaultTriadOf(tenantOf(ctx, actor), actor.userId)),
  )

  serve(app, ctx, api.setDefaultTriad, async (ctx, { actor, body }) => {
    const chosen = [
      { field: 'llm_default', kind: kindOf('LLM'), adapterId: body.llm_default },
      { field: 'embedding_default', kind: kindOf('EMBEDDING'), adapterId: body.embedding_default },
      { field: 'vector_db_default', kind: kindOf('VECTOR_DB'), adapterId: body.vector_db_default },
      { field: 'x2text_default', kind: kindOf('X2TEXT'), adapterId: body.x2text_default },
    ]
    return saveDefaultTriad(ctx, { actor, chosen }) as Promise<undefined>
  })
}
