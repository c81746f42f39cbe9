import * as api from '@recto/contract/tools'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { StatusReply, serve } from '../../platform/http/serve.ts'
import { exportTool } from './export-tool.ts'
import { findExport, listRegistry } from './find-export.ts'
import { exportFields, presentExport, presentTools, toExportRefusal } from './map-tool.ts'
import { verificationRoutes } from './verifications/verifications.routes.ts'
import { versionRoutes } from './versions.routes.ts'

export function toolRoutes(app: FastifyInstance, ctx: Context): void {
  versionRoutes(app, ctx)
  verificationRoutes(app, ctx)

  serve(app, ctx, api.exportTool, async (ctx, { actor, params, body }) => {
    const projectId = params.tool_id
    await exportTool(ctx, { actor, projectId, ...exportFields(body) }).catch(toExportRefusal)
    return { message: 'The tool was exported.' }
  })

  serve(app, ctx, api.getExport, async (ctx, { actor, params }) => {
    const info = await findExport(ctx, { actor, projectId: params.tool_id })
    if (!info) return new StatusReply(204, undefined)
    return presentExport(info)
  })

  serve(app, ctx, api.listRegistry, async (ctx, { actor, query }) => {
    const rows = await listRegistry(ctx, actor, {
      toolId: query.prompt_registry_id,
      projectId: query.custom_tool,
    })
    return presentTools(ctx, actor, rows)
  })
}
