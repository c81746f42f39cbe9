import * as api from '@recto/contract/organizations/sign-in'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getPublicOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { relyingPartyOf } from '../factors/relying-party.ts'
import {
  clearSecondStepCookie,
  passkeyTokenOf,
  secondStepTokenOf,
  setPasskeyCookie,
} from './cookies.ts'
import { placeOf, replaceSession } from './enter.ts'
import { nextPage } from './next-page.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './sign-in-by-passkey.ts'

/** Routes for signing in with a passkey, without a password or after it. */
export function passkeySignInRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startPasskeySignIn, async ({ config }, { request, reply }) => {
    const { options, token } = await startPasskeySignIn(ctx, {
      site: relyingPartyOf(getPublicOrigin(request, config)),
      stepToken: secondStepTokenOf(request),
      address: request.ip,
    })
    setPasskeyCookie(reply, config, token)
    return { options: { ...options } }
  })

  registerEndpoint(app, ctx, api.signInByPasskey, async ({ config }, { request, body, reply }) => {
    const { userId, session } = await finishPasskeySignIn(ctx, {
      site: relyingPartyOf(getPublicOrigin(request, config)),
      stepToken: secondStepTokenOf(request),
      token: passkeyTokenOf(request),
      response: { ...body.response, response: omitUndefined(body.response.response) },
      place: placeOf(request),
      address: request.ip,
    })
    clearSecondStepCookie(reply, config)
    await replaceSession(ctx, { request, reply }, session)
    logSecurityEvent(ctx.log, 'signed-in', {
      userId,
      address: request.ip,
      requestId: request.id,
      passkey: true,
    })
    return { next: nextPage(body.next) }
  })
}
