import * as api from '@recto/contract/organizations/own-account'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'

/** Routes by which a person sees and changes their own account. */
export function ownAccountRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listOwnSessions, async (_ctx, { session }) =>
    (await listOwnSessions(ctx, session)).map((one) => ({
      id: one.id,
      created_at: presentTime(one.created_at),
      seen_at: presentTime(one.seen_at),
      address: one.address,
      browser: one.browser,
      is_current: one.id === session.id,
    })),
  )

  registerEndpoint(app, ctx, api.endOwnSession, async (_ctx, { session, params }) => {
    await endOwnSession(ctx, { session, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.endOtherSessions, async (_ctx, { session }) => {
    await endOtherSessions(ctx, session)
    return undefined
  })

  registerEndpoint(app, ctx, api.changeOwnPassword, async (_ctx, { session, body, request }) => {
    await changePassword(ctx, {
      session,
      currentPassword: body.current_password,
      newPassword: body.new_password,
    })
    logSecurityEvent(ctx.log, 'password-changed', { userId: session.user.id, address: request.ip })
    return undefined
  })
}
