import * as api from '@recto/contract/layouts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentLayouts } from './map-layouts.ts'
import { changeLayoutSettings, listProjectLayouts } from './project-layouts.ts'

export function layoutRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listLayouts, async (ctx, { actor, params }) =>
    presentLayouts(await listProjectLayouts(ctx, { actor, projectId: params.tool_id })),
  )

  serve(app, ctx, api.saveLayoutSettings, async (ctx, { actor, params, body }) => {
    const settings = { isOn: body.is_on, leastDocuments: body.least_documents }
    const of = { actor, projectId: params.tool_id }
    return presentLayouts(await changeLayoutSettings(ctx, { ...of, ...settings }))
  })
}
