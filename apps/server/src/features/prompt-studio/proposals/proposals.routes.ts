import * as api from '@recto/contract/field-proposals'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentPrompts } from '../prompts/map-prompt.ts'
import { acceptFields } from './accept-fields.ts'
import { proposeFields } from './propose-fields.ts'

export function proposalRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.proposeFields, async (ctx, { actor, params, body }) => {
    const asked = { actor, projectId: params.tool_id, documentId: body.document_id }
    const { fields, known } = await proposeFields(ctx, asked)
    return { fields: fields.map(({ type, ...field }) => ({ ...field, enforce_type: type })), known }
  })

  serve(app, ctx, api.acceptFields, async (ctx, { actor, params, body }) => {
    const { prompts, taken } = await acceptFields(ctx, {
      actor,
      projectId: params.tool_id,
      fields: body.fields.map(({ enforce_type, ...field }) => ({
        ...field,
        enforceType: enforce_type,
      })),
    })
    return { prompts: await presentPrompts(ctx, actor, prompts), taken: [...taken] }
  })
}
