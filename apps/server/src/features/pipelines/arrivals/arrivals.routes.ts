import * as api from '@recto/contract/pipelines/arrivals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getPublicOrigin } from '../../../platform/http/public-origin.ts'
import { parseAllBodiesAsText } from '../../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { getArrivals } from './get-arrivals.ts'
import { createHookSecret } from './hook/hook-secret.ts'
import { admitHookCall, receiveHookCall } from './hook/receive-hook-call.ts'
import { hookPathOf, presentArrival, presentHook, presentListener } from './map-arrival.ts'

const hostName = /^[\w.-]{1,255}$/

export function arrivalRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getArrivals, async (ctx, { actor, params: { id } }) => {
    const { pipeline, listener, hook, arrivals } = await getArrivals(ctx, { actor, id })
    return {
      listener: presentListener(listener),
      hook: presentHook(hookPathOf(actor.organization.slug, pipeline), hook),
      arrivals: arrivals.map(presentArrival),
    }
  })

  registerEndpoint(
    app,
    ctx,
    api.createArrivalSecret,
    async (ctx, { actor, params: { id }, request }) => {
      const { pipeline, secret, token } = await createHookSecret(ctx, { actor, id })
      const origin = getPublicOrigin(request, ctx.config)
      const url = `${origin}/${hookPathOf(actor.organization.slug, pipeline)}`
      return { secret, url, url_with_token: `${url}?token=${token}` }
    },
  )

  app.register(async (scope) => {
    parseAllBodiesAsText(scope)
    registerEndpoint(scope, ctx, api.receiveArrival, async (ctx, { params, query, request }) => {
      const call = { ...callOf(params, query, request), body: bodyOf(request) }
      const { arrivals, validationCode } = await receiveHookCall(ctx, call)
      return validationCode === undefined
        ? { arrivals }
        : { arrivals, validationResponse: validationCode }
    })

    registerEndpoint(
      scope,
      ctx,
      api.allowArrivals,
      async (ctx, { params, query, request, reply }) => {
        await admitHookCall(ctx, { ...callOf(params, query, request), body: bodyOf(request) })
        const origin = request.headers['webhook-request-origin']
        if (typeof origin === 'string' && hostName.test(origin))
          reply.header('webhook-allowed-origin', origin)
        return {}
      },
    )
  })
}

type HookParams = { readonly org: string; readonly pipeline_id: string }

const callOf = (
  { org, pipeline_id }: HookParams,
  { token }: { readonly token?: string | undefined },
  { headers }: FastifyRequest,
) => ({ slug: org, pipelineId: pipeline_id, token, headers })

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')
