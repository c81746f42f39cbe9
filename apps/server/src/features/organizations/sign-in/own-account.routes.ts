import * as api from '@recto/contract/own-account'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { tellSecurity } from '../../../platform/log/tell-security.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { changePassword } from './change-password.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'

/** What a person sees and changes of the own account. */
export function ownAccountRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listOwnSessions, async (_ctx, { session }) =>
    (await listOwnSessions(ctx, session)).map((one) => ({
      id: one.id,
      created_at: presentTime(one.created_at),
      seen_at: presentTime(one.seen_at),
      address: one.address,
      browser: one.browser,
      is_current: one.id === session.id,
    })),
  )

  serve(app, ctx, api.endOwnSession, async (_ctx, { session, params }) => {
    await endOwnSession(ctx, { session, id: params.id })
    return undefined
  })

  serve(app, ctx, api.endOtherSessions, async (_ctx, { session }) => {
    await endOtherSessions(ctx, session)
    return undefined
  })

  serve(app, ctx, api.changeOwnPassword, async (_ctx, { session, body, request }) => {
    await changePassword(ctx, {
      session,
      currentPassword: body.current_password,
      newPassword: body.new_password,
    })
    tellSecurity(ctx.log, 'password-changed', { userId: session.user.id, address: request.ip })
    return undefined
  })
}
