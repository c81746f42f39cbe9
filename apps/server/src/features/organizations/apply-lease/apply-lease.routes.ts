import * as api from '@recto/contract/organizations/apply-lease'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { releaseLease, takeLease } from './apply-lease.ts'

export function applyLeaseRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.takeApplyLease, async (ctx, { actor, body }) => ({
    expires_at: presentTime(await takeLease(ctx, { actor, ...body })),
  }))

  registerEndpoint(app, ctx, api.releaseApplyLease, async (ctx, { actor, body }) => {
    await releaseLease(ctx, { actor, holder: body.holder })
    return undefined
  })
}
