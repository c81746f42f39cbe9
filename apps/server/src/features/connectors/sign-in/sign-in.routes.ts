import * as api from '@recto/contract/connectors/connector-sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { getPublicOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { findBackend } from './services.ts'
import { createSignInKey } from './sign-in-key.ts'
import { finishSignIn, startSignIn } from './window-sign-in.ts'

/** Routes for the window that goes to a service and comes back. */
export function connectorSignInRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getSignInKey, async (ctx, { session, params }) => {
    const backend = findBackend(ctx, params.backend)
    return { cache_key: await createSignInKey(ctx, actorOf(session), backend) }
  })

  registerEndpoint(app, ctx, api.startConnectorSignIn, async (ctx, request) => {
    const { session, params, query, reply } = request
    try {
      const origin = getPublicOrigin(request.request, ctx.config)
      const attempt = { actor: actorOf(session), name: params.backend, key: query['oauth-key'] }
      const address = await startSignIn(ctx, { ...attempt, origin })
      return reply.redirect(address ?? statusPage('error'), 302)
    } catch (error) {
      return fail(ctx, request, error)
    }
  })

  registerEndpoint(app, ctx, api.finishConnectorSignIn, async (ctx, request) => {
    const { session, params, reply } = request
    try {
      const { url } = request.request
      const query = url.slice(url.indexOf('?'))
      const state = request.query.state ?? ''
      const attempt = { actor: actorOf(session), name: params.backend, state, query }
      const isIn = await finishSignIn(ctx, attempt)
      return reply.redirect(statusPage(isIn ? 'success' : 'error'), 302)
    } catch (error) {
      return fail(ctx, request, error)
    }
  })
}

const statusPage = (status: 'success' | 'error') => `/oauth-status/?status=${status}`

function actorOf({ actor }: { readonly actor: Actor | null }): Actor {
  if (!actor) throw forbidden()
  return actor
}

type SignInRequest = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The window does not show the error: the page that opened it does. */
function fail({ log }: Context, { request, reply }: SignInRequest, error: unknown) {
  log.warn({ reason: describeFailure(error), requestId: request.id }, 'connector sign-in failed')
  return reply.redirect(statusPage('error'), 302)
}
