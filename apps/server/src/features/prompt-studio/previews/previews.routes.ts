import * as api from '@recto/contract/prompt-previews'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { idOf } from '../runs/loose-id.ts'
import { presentPreview } from './map-preview.ts'
import { previewPrompt } from './preview-prompt.ts'

export function previewRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.previewPrompt, async (ctx, { actor, params, body }) => {
    const profileId = idOf('profile_manager', body.profile_manager)
    const asked = { promptId: body.id, documentId: body.document_id, profileId }
    return presentPreview(await previewPrompt(ctx, { actor, projectId: params.tool_id, ...asked }))
  })
}
