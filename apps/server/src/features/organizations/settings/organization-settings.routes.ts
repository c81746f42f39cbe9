import * as api from '@recto/contract/organization-settings'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { changeOrganizationSettings, readOrganizationSettings } from './organization-settings.ts'

export function organizationSettingsRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getOrganizationSettings, async (ctx, { actor }) =>
    readOrganizationSettings(tenantOf(ctx, actor)),
  )

  serve(app, ctx, api.changeOrganizationSettings, async (ctx, { actor, body }) =>
    changeOrganizationSettings(ctx, { actor, changes: body }),
  )
}
