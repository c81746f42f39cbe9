import * as api from '@recto/contract/table-settings'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { listTableSettings } from './list-table-settings.ts'
import { expectedTable, presentTableSettings } from './map-table-settings.ts'
import { createTableSettings, updateTableSettings } from './save-table-settings.ts'

export function tableRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getTableSettings, async (ctx, { actor, query }) => {
    const { prompt_id: promptId } = query
    if (promptId !== undefined)
      return presentTableSettings(await getPrompt(ctx, { actor, promptId }))
    return (await listTableSettings(ctx, { actor })).map(presentTableSettings)
  })

  serve(app, ctx, api.createTableSettings, async (ctx, { actor, body }) => {
    const { prompt_id: promptId, tool_id: projectId, ...settings } = body
    return presentTableSettings(
      await createTableSettings(ctx, { actor, promptId, projectId, settings }),
    )
  })

  serve(app, ctx, api.updateTableSettings, async (ctx, { actor, params, body }) => {
    const { expected, ...changes } = body
    const settingsId = params.table_settings_id
    const update = { actor, settingsId, changes, assertExpected: expectedTable(expected) }
    return presentTableSettings(await updateTableSettings(ctx, update))
  })
}
