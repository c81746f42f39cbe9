import * as api from '@recto/contract/prompt-studio/layouts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentLayouts } from './map-layouts.ts'
import { changeLayoutSettings, listProjectLayouts } from './project-layouts.ts'

export function layoutRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listLayouts, async (ctx, { actor, params }) =>
    presentLayouts(await listProjectLayouts(ctx, { actor, projectId: params.tool_id })),
  )

  registerEndpoint(app, ctx, api.saveLayoutSettings, async (ctx, { actor, params, body }) => {
    const settings = { isOn: body.is_on, minDocuments: body.least_documents }
    const project = { actor, projectId: params.tool_id }
    return presentLayouts(await changeLayoutSettings(ctx, { ...project, ...settings }))
  })
}
