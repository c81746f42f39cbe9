import * as api from '@recto/contract/tools/tool-instances'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { countProjects } from '../../prompt-studio/prompt-studio.port.ts'
import { listUsableTools } from '../../tools/tools.port.ts'
import { addToolInstance } from './add-tool-instance.ts'
import { deleteToolInstance, getToolInstance, saveToolSettings } from './change-tool-instance.ts'
import { listToolInstances, reorderToolInstances } from './list-tool-instances.ts'
import {
  presentOfferedTool,
  presentToolInstance,
  presentToolInstances,
  toInstanceFilter,
  toNewToolInstance,
  toToolInstanceOrder,
} from './map-tool-instance.ts'
import { buildToolSettingsSchema } from './tool-settings.ts'

export function toolInstanceRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listTools, async (ctx, { actor }) => {
    const tools = await listUsableTools(ctx, actor)
    return tools.map(presentOfferedTool)
  })

  registerEndpoint(app, ctx, api.countProjects, async (ctx, { actor }) => ({
    count: await countProjects(tenantOf(ctx, actor)),
  }))

  registerEndpoint(app, ctx, api.getToolSettingsSchema, (ctx, { actor, query }) =>
    buildToolSettingsSchema(ctx, { actor, toolId: query.function_name }),
  )

  registerEndpoint(app, ctx, api.listToolInstances, async (ctx, { actor, query }) => {
    const instances = await listToolInstances(ctx, { actor, ...toInstanceFilter(query) })
    return presentToolInstances(ctx, actor, instances)
  })

  registerEndpoint(app, ctx, api.createToolInstance, async (ctx, { actor, body }) => {
    const instance = await addToolInstance(ctx, { actor, ...toNewToolInstance(body) })
    return presentToolInstance(ctx, actor, instance)
  })

  registerEndpoint(app, ctx, api.reorderToolInstances, async (ctx, { actor, body }) => {
    const instances = await reorderToolInstances(ctx, { actor, ...toToolInstanceOrder(body) })
    return presentToolInstances(ctx, actor, instances)
  })

  registerEndpoint(app, ctx, api.getToolInstance, async (ctx, { actor, params }) =>
    presentToolInstance(ctx, actor, await getToolInstance(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateToolInstance, api.putToolInstance]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const instance = body.metadata
        ? await saveToolSettings(ctx, { actor, id: params.id, settings: body.metadata })
        : await getToolInstance(ctx, { actor, id: params.id })
      return presentToolInstance(ctx, actor, instance)
    })
  }

  registerEndpoint(app, ctx, api.deleteToolInstance, async (ctx, { actor, params }) => {
    await deleteToolInstance(ctx, { actor, id: params.id })
    return undefined
  })
}
