import * as api from '@recto/contract/prompt-studio/table-settings'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { getPrompt } from '../rows/access.ts'
import { listTableSettings } from './list-table-settings.ts'
import { presentTableSettings, toTableAssertion } from './map-table-settings.ts'
import { createTableSettings, updateTableSettings } from './save-table-settings.ts'

export function tableRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getTableSettings, async (ctx, { actor, query }) => {
    const { prompt_id: promptId } = query
    if (promptId !== undefined)
      return presentTableSettings(await getPrompt(ctx, { actor, promptId }))
    return (await listTableSettings(ctx, { actor })).map(presentTableSettings)
  })

  registerEndpoint(app, ctx, api.createTableSettings, async (ctx, { actor, body }) => {
    const { prompt_id: promptId, tool_id: projectId, ...settings } = body
    return presentTableSettings(
      await createTableSettings(ctx, { actor, promptId, projectId, settings }),
    )
  })

  registerEndpoint(app, ctx, api.updateTableSettings, async (ctx, { actor, params, body }) => {
    const { expected, ...changes } = body
    const settingsId = params.table_settings_id
    const update = { actor, settingsId, changes, assertUnchanged: toTableAssertion(expected) }
    return presentTableSettings(await updateTableSettings(ctx, update))
  })
}
