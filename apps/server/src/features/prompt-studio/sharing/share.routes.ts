import * as api from '@recto/contract/prompt-studio/public-shares'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { findProjectSource, shareProject, unshareProject } from './share-project.ts'

const shareType = 'PROMPT_STUDIO' as const

export function shareRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startPublicShare, async (ctx, { actor, query }) => {
    const { id } = await shareProject(ctx, { actor, projectId: query.id })
    return { share_id: id, share_type: shareType }
  })

  registerEndpoint(app, ctx, api.stopPublicShare, async (ctx, { actor, params }) => {
    await unshareProject(ctx, { actor, shareId: params.share_id })
    return undefined
  })

  registerEndpoint(app, ctx, api.getToolSource, async (ctx, { actor, query }) => {
    const { shareId, source } = await findProjectSource(ctx, { actor, projectId: query.tool_id })
    return {
      tool_id: query.tool_id,
      share_id: shareId ?? null,
      share_type: shareId ? shareType : null,
      source: source ? { tool_id: source.id, tool_name: source.name } : null,
    }
  })
}
