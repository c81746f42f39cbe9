import { getOpenApi } from '@recto/contract/open-api'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { describeApi } from './describe-api.ts'

/** What the server can be asked, itself among it. Described when somebody first wants to know. */
export function openApiRoutes(app: FastifyInstance, ctx: Context): void {
  let described: ReturnType<typeof describeApi> | undefined
  serve(app, ctx, getOpenApi, async () => {
    described ??= describeApi(app.served, ctx.config.productId)
    return described
  })
}
