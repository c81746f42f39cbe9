import * as api from '@recto/contract/tool-instances'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { serve } from '../../platform/http/serve.ts'
import { countProjects, listTools } from '../prompt-studio/prompt-studio.port.ts'
import { addToolInstance } from './add-tool-instance.ts'
import { deleteToolInstance, getToolInstance, saveToolSettings } from './change-tool-instance.ts'
import { listToolInstances, reorderToolInstances } from './list-tool-instances.ts'
import { presentToolInstance, presentToolInstances } from './present-workflow.ts'
import { toolSettingsSchema } from './tool-settings.ts'

export function toolInstanceRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listTools, async (ctx, { actor }) => {
    const tools = await listTools(ctx, actor)
    return tools.map(({ id, name, description, icon }) => ({
      name,
      description,
      icon,
      function_name: id,
    }))
  })

  serve(app, ctx, api.countProjects, async (ctx, { actor }) => ({
    count: await countProjects(tenantOf(ctx, actor)),
  }))

  serve(app, ctx, api.getToolSettingsSchema, (ctx, { actor, query }) =>
    toolSettingsSchema(ctx, { actor, toolId: query.function_name }),
  )

  serve(app, ctx, api.listToolInstances, async (ctx, { actor, query }) => {
    const workflowId = query.workflow ?? query.workflow_id
    return presentToolInstances(ctx, actor, await listToolInstances(ctx, { actor, workflowId }))
  })

  serve(app, ctx, api.createToolInstance, async (ctx, { actor, body }) => {
    const { workflow_id: workflowId, tool_id: toolId } = body
    const instance = await addToolInstance(ctx, { actor, workflowId, toolId })
    return presentToolInstance(ctx, actor, instance)
  })

  serve(app, ctx, api.reorderToolInstances, async (ctx, { actor, body }) => {
    const { workflow_id: workflowId, tool_instances: order } = body
    const instances = await reorderToolInstances(ctx, { actor, workflowId, order })
    return presentToolInstances(ctx, actor, instances)
  })

  serve(app, ctx, api.getToolInstance, async (ctx, { actor, params }) =>
    presentToolInstance(ctx, actor, await getToolInstance(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateToolInstance, api.putToolInstance]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const instance = body.metadata
        ? await saveToolSettings(ctx, { actor, id: params.id, metadata: body.metadata })
        : await getToolInstance(ctx, { actor, id: params.id })
      return presentToolInstance(ctx, actor, instance)
    })
  }

  serve(app, ctx, api.deleteToolInstance, async (ctx, { actor, params }) => {
    await deleteToolInstance(ctx, { actor, id: params.id })
    return undefined
  })
}
