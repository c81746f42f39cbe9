import * as api from '@recto/contract/organizations/organization-settings'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { changeOrganizationSettings, readOrganizationSettings } from './organization-settings.ts'

export function organizationSettingsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getOrganizationSettings, async (ctx, { actor }) =>
    readOrganizationSettings(tenantOf(ctx, actor)),
  )

  registerEndpoint(
    app,
    ctx,
    api.changeOrganizationSettings,
    async (ctx, { actor, body, session }) =>
      changeOrganizationSettings(ctx, { actor, changes: body, proof: session.proof }),
  )
}
