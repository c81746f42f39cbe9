import * as api from '@recto/contract/access'
import { resetPassword } from '@recto/contract/organizations'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { serve } from '../../../platform/http/serve.ts'
import { tellSecurity } from '../../../platform/log/tell-security.ts'
import { askForPasswordLink } from './ask-for-password-link.ts'
import { resetByLink } from './reset-by-link.ts'

const message = 'If there is an account with this address, a mail is on its way.'

/** A new password for whoever has forgotten theirs. */
export function recoveryRoutes(app: FastifyInstance, ctx: Context): void {
  const { log } = ctx
  serve(app, ctx, api.forgetPassword, async (_ctx, { body, request }) => {
    await askForPasswordLink(ctx, {
      email: body.email,
      address: request.ip,
      origin: linkOriginOf(request, ctx.config),
    })
    tellSecurity(log, 'password-link-asked', { address: request.ip, requestId: request.id })
    return { message }
  })

  serve(app, ctx, api.renewPassword, async (_ctx, { body, request }) => {
    const { token, new_password: password } = body
    const userId = await resetByLink(ctx, { token, password, address: request.ip })
    tellSecurity(log, 'password-changed', { userId, address: request.ip, requestId: request.id })
    return undefined
  })

  serve(app, ctx, resetPassword, async (_ctx, { actor, request }) => {
    await askForPasswordLink(ctx, {
      email: actor.email,
      address: request.ip,
      origin: linkOriginOf(request, ctx.config),
    })
    return { status: 'success' as const, message: 'A mail with a link is on its way to you.' }
  })
}
