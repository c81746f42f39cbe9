import * as api from '@recto/contract/prompt-studio/field-proposals'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentPrompts } from '../prompts/map-prompt.ts'
import { acceptFields } from './accept-fields.ts'
import { proposeFields } from './propose-fields.ts'
import { readSchemaFields } from './read-schema-fields.ts'

export function proposalRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.proposeFields, async (ctx, { actor, params, body }) => {
    const request = { actor, projectId: params.tool_id, documentId: body.document_id }
    const { fields, existingCount } = await proposeFields(ctx, request)
    return {
      fields: fields.map(({ key, prompt, type, value, evidence }) => ({
        key,
        prompt,
        enforce_type: type,
        value,
        evidence: [...evidence],
      })),
      known: existingCount,
    }
  })

  registerEndpoint(app, ctx, api.readSchemaFields, async (ctx, { actor, params, body }) => {
    const request = { actor, projectId: params.tool_id, schema: body.schema }
    const { fields, existingCount } = await readSchemaFields(ctx, request)
    return {
      fields: fields.map(({ type, ...field }) => ({ ...field, enforce_type: type })),
      known: existingCount,
    }
  })

  registerEndpoint(app, ctx, api.acceptFields, async (ctx, { actor, params, body }) => {
    const { prompts, takenKeys } = await acceptFields(ctx, {
      actor,
      projectId: params.tool_id,
      documentId: body.document_id,
      fields: body.fields.map(({ enforce_type, ...field }) => ({
        ...field,
        enforceType: enforce_type,
      })),
    })
    return { prompts: await presentPrompts(ctx, actor, prompts), taken: [...takenKeys] }
  })
}
