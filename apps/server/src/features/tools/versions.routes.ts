import * as api from '@recto/contract/tools/tool-versions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { presentVersions } from './map-version.ts'
import { compareToolVersions, listToolVersions, restoreToolVersion } from './tool-versions.ts'

export function versionRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listToolVersions, async (ctx, { actor, params }) =>
    presentVersions(ctx, actor, await listToolVersions(ctx, { actor, projectId: params.tool_id })),
  )

  registerEndpoint(app, ctx, api.compareToolVersions, async (ctx, { actor, params, query }) => {
    const { from, to } = query
    const changes = await compareToolVersions(ctx, { actor, projectId: params.tool_id, from, to })
    return {
      from,
      to: to ?? null,
      changes: changes.map(({ key: prompt_key, ...change }) => ({ prompt_key, ...change })),
    }
  })

  registerEndpoint(app, ctx, api.restoreToolVersion, async (ctx, { actor, params }) => {
    const { tool_id: projectId, version } = params
    const restoredVersion = await restoreToolVersion(ctx, { actor, projectId, version })
    const [presentedVersion] = await presentVersions(ctx, actor, [restoredVersion])
    return presentedVersion!
  })
}
