import * as api from '@recto/contract/organizations/access'
import { resetPassword } from '@recto/contract/organizations/organizations'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { placeOf } from '../sign-in/enter.ts'
import { requestPasswordLink } from './request-password-link.ts'
import { resetByLink } from './reset-by-link.ts'

const message = 'If there is an account with this address, an email is on its way.'

/** Routes for choosing a new password when the old one was forgotten. */
export function recoveryRoutes(app: FastifyInstance, ctx: Context): void {
  const { log } = ctx
  registerEndpoint(app, ctx, api.forgetPassword, async (_ctx, { body, request }) => {
    await requestPasswordLink(ctx, {
      email: body.email,
      address: request.ip,
      origin: getLinkOrigin(request, ctx.config),
    })
    logSecurityEvent(log, 'password-link-asked', { address: request.ip, requestId: request.id })
    return { message }
  })

  registerEndpoint(app, ctx, api.renewPassword, async (_ctx, { body, request }) => {
    const { token, new_password: password } = body
    const userId = await resetByLink(ctx, { token, password, place: placeOf(request) })
    logSecurityEvent(log, 'password-changed', {
      userId,
      address: request.ip,
      requestId: request.id,
    })
    return undefined
  })

  registerEndpoint(app, ctx, resetPassword, async (_ctx, { actor, request }) => {
    await requestPasswordLink(ctx, {
      email: actor.email,
      address: request.ip,
      origin: getLinkOrigin(request, ctx.config),
    })
    return { status: 'success' as const, message: 'An email with a link is on its way to you.' }
  })
}
