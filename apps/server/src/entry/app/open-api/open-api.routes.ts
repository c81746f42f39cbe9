import { getDocumentation, getOpenApi } from '@recto/contract/server/open-api'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { type ApiDescription, describeApi } from './describe-api.ts'

/** Serves the description of all endpoints, including itself, which is built on first request. */
export function openApiRoutes(app: FastifyInstance, ctx: Context): void {
  let description: ApiDescription | undefined
  registerEndpoint(app, ctx, getDocumentation, async (_, { reply }) => reply.redirect('/docs', 302))

  registerEndpoint(app, ctx, getOpenApi, async () => {
    description ??= describeApi(app.registeredEndpoints, ctx.config.productId)
    return description
  })
}
