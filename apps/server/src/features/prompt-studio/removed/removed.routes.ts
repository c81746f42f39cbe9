import * as api from '@recto/contract/prompt-studio/prompt-studio'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { restoreItem } from './restore-item.ts'

export function removedRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.restoreItem, async (ctx, { actor, params, body }) => ({
    restored: await restoreItem(ctx, { actor, projectId: params.tool_id, id: body.id }),
  }))
}
