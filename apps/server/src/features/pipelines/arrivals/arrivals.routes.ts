import * as api from '@recto/contract/pipelines/arrivals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { getPublicOrigin } from '../../../platform/http/public-origin.ts'
import { parseAllBodiesAsText } from '../../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { getPipeline } from '../get-pipeline.ts'
import { listArrivals } from './arrivals.store.ts'
import { createHookSecret } from './hook/hook-secret.ts'
import { findHook } from './hook/hooks.store.ts'
import { admitHookCall, receiveHookCall } from './hook/receive-hook-call.ts'
import { findListener } from './listeners.store.ts'
import { hookPathOf, presentArrival, presentHook, presentListener } from './map-arrival.ts'

const hostName = /^[\w.-]{1,255}$/

export function arrivalRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getArrivals, async (ctx, { actor, params: { id } }) => {
    const pipeline = await getPipeline(ctx, { actor, id })
    const tenant = tenantOf(ctx, actor)
    const isListening = pipeline.is_active && pipeline.runs_on_arrival
    const hookPath = hookPathOf(actor.organization.slug, pipeline)
    return {
      listener: isListening ? presentListener(await findListener(tenant, id)) : null,
      hook: presentHook(hookPath, await findHook(tenant, id)),
      arrivals: (await listArrivals(tenant, id)).map(presentArrival),
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
