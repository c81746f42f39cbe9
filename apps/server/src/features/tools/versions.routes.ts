import * as api from '@recto/contract/tool-versions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { serve } from '../../platform/http/serve.ts'
import { presentVersions } from './map-version.ts'
import { compareTool, listVersions, restoreVersion } from './tool-versions.ts'

export function versionRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listToolVersions, async (ctx, { actor, params }) =>
    presentVersions(ctx, actor, await listVersions(ctx, { actor, projectId: params.tool_id })),
  )

  serve(app, ctx, api.compareToolVersions, async (ctx, { actor, params, query }) => {
    const { from, to } = query
    const changes = await compareTool(ctx, { actor, projectId: params.tool_id, from, to })
    return {
      from,
      to: to ?? null,
      changes: changes.map(({ key: prompt_key, ...change }) => ({ prompt_key, ...change })),
    }
  })

  serve(app, ctx, api.restoreToolVersion, async (ctx, { actor, params }) => {
    const { tool_id: projectId, version } = params
    const restored = await restoreVersion(ctx, { actor, projectId, version })
    const [shown] = await presentVersions(ctx, actor, [restored])
    return shown!
  })
}
