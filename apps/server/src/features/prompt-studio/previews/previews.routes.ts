import * as api from '@recto/contract/prompt-studio/prompt-previews'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { parseOptionalId } from '../runs/parse-optional-id.ts'
import { presentPreview } from './map-preview.ts'
import { previewPrompt } from './preview-prompt.ts'

export function previewRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.previewPrompt, async (ctx, { actor, params, body }) => {
    const profileId = parseOptionalId('profile_manager', body.profile_manager)
    const request = { promptId: body.id, documentId: body.document_id, profileId }
    return presentPreview(
      await previewPrompt(ctx, { actor, projectId: params.tool_id, ...request }),
    )
  })
}
