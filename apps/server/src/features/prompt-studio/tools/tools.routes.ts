import * as api from '@recto/contract/tools'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { StatusReply, serve } from '../../../platform/http/serve.ts'
import { exportTool } from './export-tool.ts'
import { findExport, listRegistry } from './find-export.ts'
import { presentTools } from './present-tool.ts'

export function toolRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.exportTool, async (ctx, { actor, params, body }) => {
    await exportTool(ctx, {
      actor,
      projectId: params.tool_id,
      isSharedToOrg: body.is_shared_with_org,
      userIds: body.user_id,
      isForced: body.force_export,
    })
    return { message: 'The tool was exported.' }
  })

  serve(app, ctx, api.getExport, async (ctx, { actor, params }) => {
    const info = await findExport(ctx, { actor, projectId: params.tool_id })
    if (!info) return new StatusReply(204, undefined)
    return {
      name: info.name,
      shared_users: [...info.sharedWith],
      shared_to_org: info.isSharedToOrg,
      prompt_studio_users: [...info.projectUsers],
    }
  })

  serve(app, ctx, api.listRegistry, async (ctx, { actor, query }) => {
    const rows = await listRegistry(ctx, actor, {
      toolId: query.prompt_registry_id,
      projectId: query.custom_tool,
    })
    return presentTools(ctx, actor, rows)
  })
}
