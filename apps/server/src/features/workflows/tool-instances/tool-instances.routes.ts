import * as api from '@recto/contract/tool-instances'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { countProjects } from '../../prompt-studio/prompt-studio.port.ts'
import { listTools } from '../../tools/tools.port.ts'
import { addToolInstance } from './add-tool-instance.ts'
import { deleteToolInstance, getToolInstance, saveToolSettings } from './change-tool-instance.ts'
import { listToolInstances, reorderToolInstances } from './list-tool-instances.ts'
import {
  instanceFilter,
  newToolInstance,
  presentOfferedTool,
  presentToolInstance,
  presentToolInstances,
  toolInstanceOrder,
} from './map-tool-instance.ts'
import { toolSettingsSchema } from './tool-settings.ts'

export function toolInstanceRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listTools, async (ctx, { actor }) => {
    const tools = await listTools(ctx, actor)
    return tools.map(presentOfferedTool)
  })

  serve(app, ctx, api.countProjects, async (ctx, { actor }) => ({
    count: await countProjects(tenantOf(ctx, actor)),
  }))

  serve(app, ctx, api.getToolSettingsSchema, (ctx, { actor, query }) =>
    toolSettingsSchema(ctx, { actor, toolId: query.function_name }),
  )

  serve(app, ctx, api.listToolInstances, async (ctx, { actor, query }) => {
    const instances = await listToolInstances(ctx, { actor, ...instanceFilter(query) })
    return presentToolInstances(ctx, actor, instances)
  })

  serve(app, ctx, api.createToolInstance, async (ctx, { actor, body }) => {
    const instance = await addToolInstance(ctx, { actor, ...newToolInstance(body) })
    return presentToolInstance(ctx, actor, instance)
  })

  serve(app, ctx, api.reorderToolInstances, async (ctx, { actor, body }) => {
    const instances = await reorderToolInstances(ctx, { actor, ...toolInstanceOrder(body) })
    return presentToolInstances(ctx, actor, instances)
  })

  serve(app, ctx, api.getToolInstance, async (ctx, { actor, params }) =>
    presentToolInstance(ctx, actor, await getToolInstance(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateToolInstance, api.putToolInstance]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const instance = body.metadata
        ? await saveToolSettings(ctx, { actor, id: params.id, settings: body.metadata })
        : await getToolInstance(ctx, { actor, id: params.id })
      return presentToolInstance(ctx, actor, instance)
    })
  }

  serve(app, ctx, api.deleteToolInstance, async (ctx, { actor, params }) => {
    await deleteToolInstance(ctx, { actor, id: params.id })
    return undefined
  })
}
