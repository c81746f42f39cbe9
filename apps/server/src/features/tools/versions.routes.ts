import type { EndpointReply } from '@recto/contract/endpoint'
import * as api from '@recto/contract/tool-versions'
import type { FastifyInstance } from 'fastify'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { serve } from '../../platform/http/serve.ts'
import { presentTime } from '../../platform/present-time.ts'
import { userNames } from '../organizations/organizations.port.ts'
import type { ToolVersionRow } from './tool-versions.store.ts'
import { compareTool, listVersions, restoreVersion } from './tool-versions.ts'

export function versionRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listToolVersions, async (ctx, { actor, params }) =>
    present(ctx, actor, await listVersions(ctx, { actor, projectId: params.tool_id })),
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
    const [shown] = await present(ctx, actor, [restored])
    return shown!
  })
}

async function present(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly ToolVersionRow[],
): Promise<EndpointReply<typeof api.listToolVersions>> {
  const people = await userNames(
    tenantOf(ctx, actor),
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => ({
    version: row.version,
    name: row.name,
    prompt_count: (row.metadata as { outputs: readonly unknown[] }).outputs.length,
    restored_from: row.restored_from,
    created_by: people.get(row.created_by ?? 0)?.username ?? null,
    created_at: presentTime(row.created_at),
  }))
}
