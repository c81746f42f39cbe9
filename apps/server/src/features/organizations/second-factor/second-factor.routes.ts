import * as api from '@recto/contract/organizations/second-factor'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getPublicOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { relyingPartyOf } from '../factors/relying-party.ts'
import { finishPasskey, removePasskey, renameOwnPasskey, startPasskey } from './manage-passkeys.ts'
import {
  finishAuthenticator,
  readSecondFactors,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from './manage-second-factors.ts'
import { resetSecondFactors } from './reset-second-factors.ts'

type LogChange = (request: FastifyRequest, userId: number) => void

/** Routes for the second factors of one's own account, and for the reset by an admin. */
export function secondFactorRoutes(app: FastifyInstance, ctx: Context): void {
  const logChange: LogChange = ({ ip: address, id: requestId }, userId) =>
    logSecurityEvent(ctx.log, 'second-factor-changed', { userId, address, requestId })

  registerEndpoint(app, ctx, api.getSecondFactors, async (_ctx, { session }) =>
    readSecondFactors(ctx, session),
  )

  registerEndpoint(app, ctx, api.startAuthenticator, async (_ctx, { session, body }) =>
    startAuthenticator(ctx, { session, password: body.password }),
  )

  registerEndpoint(app, ctx, api.confirmAuthenticator, async (_ctx, { session, body, request }) => {
    const codes = await finishAuthenticator(ctx, { session, code: body.code })
    logChange(request, session.user.id)
    return { recovery_codes: [...codes] }
  })

  registerEndpoint(app, ctx, api.removeAuthenticator, async (_ctx, { session, body, request }) => {
    await removeAuthenticator(ctx, { session, password: body.password })
    logChange(request, session.user.id)
    return undefined
  })

  registerEndpoint(app, ctx, api.renewRecoveryCodes, async (_ctx, { session, body, request }) => {
    const codes = await renewRecoveryCodes(ctx, { session, password: body.password })
    logChange(request, session.user.id)
    return { recovery_codes: [...codes] }
  })

  passkeyRoutes(app, ctx, logChange)

  registerEndpoint(app, ctx, api.resetSecondFactors, async (_ctx, { actor, params, request }) => {
    await resetSecondFactors(ctx, { actor, userId: params.user_id })
    logChange(request, params.user_id)
    return undefined
  })
}

function passkeyRoutes(app: FastifyInstance, ctx: Context, logChange: LogChange): void {
  registerEndpoint(app, ctx, api.startPasskey, async ({ config }, { session, body, request }) => {
    const site = relyingPartyOf(getPublicOrigin(request, config))
    const options = await startPasskey(ctx, { session, password: body.password, site })
    return { options: { ...options } }
  })

  registerEndpoint(app, ctx, api.finishPasskey, async ({ config }, { session, body, request }) => {
    const { name } = body
    const response = { ...body.response, response: omitUndefined(body.response.response) }
    const site = relyingPartyOf(getPublicOrigin(request, config))
    const reply = await finishPasskey(ctx, { session, name, response, site })
    logChange(request, session.user.id)
    return reply
  })

  registerEndpoint(app, ctx, api.renamePasskey, async (_ctx, { session, params, body }) => {
    await renameOwnPasskey(ctx, { session, id: params.id, name: body.name })
    return undefined
  })

  registerEndpoint(
    app,
    ctx,
    api.removePasskey,
    async (_ctx, { session, params, body, request }) => {
      await removePasskey(ctx, { session, id: params.id, password: body.password })
      logChange(request, session.user.id)
      return undefined
    },
  )
}
