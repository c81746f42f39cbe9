import * as api from '@recto/contract/tools/tools'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { isNewerClient } from '../../platform/http/is-newer-client.ts'
import { registerEndpoint, StatusReply } from '../../platform/http/register-endpoint.ts'
import { deleteTool } from './delete-tool.ts'
import { exportTool } from './export-tool.ts'
import { findExport, listRegistry } from './find-export.ts'
import { improvementRoutes } from './improvements/improvements.routes.ts'
import { comparisonRoutes } from './improvements/profiles/comparisons.routes.ts'
import { presentExport, presentTools, rethrowExportRefusal, toExportFields } from './map-tool.ts'
import { regressionTestRoutes } from './regression-tests/regression-tests.routes.ts'
import { versionRoutes } from './versions.routes.ts'

export function toolRoutes(app: FastifyInstance, ctx: Context): void {
  versionRoutes(app, ctx)
  regressionTestRoutes(app, ctx)
  improvementRoutes(app, ctx)
  comparisonRoutes(app, ctx)

  registerEndpoint(app, ctx, api.exportTool, async (ctx, { actor, params, body, request }) => {
    const projectId = params.tool_id
    await exportTool(ctx, { actor, projectId, ...toExportFields(body) }).catch(
      rethrowExportRefusal({ isNewer: isNewerClient(request) }),
    )
    return { message: 'The tool was exported.' }
  })

  registerEndpoint(app, ctx, api.getExport, async (ctx, { actor, params }) => {
    const info = await findExport(ctx, { actor, projectId: params.tool_id })
    if (!info) return new StatusReply(204, undefined)
    return presentExport(info)
  })

  registerEndpoint(app, ctx, api.deleteTool, async (ctx, { actor, params }) => {
    await deleteTool(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.listRegistry, async (ctx, { actor, query }) => {
    const rows = await listRegistry(ctx, actor, {
      toolId: query.prompt_registry_id,
      projectId: query.custom_tool,
    })
    return presentTools(ctx, actor, rows)
  })
}
