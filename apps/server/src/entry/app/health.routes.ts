import * as api from '@recto/contract/server/health'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { isLocalRequest } from '../../platform/http/is-local-request.ts'
import { outageRetryAfterSeconds } from '../../platform/http/present-error.ts'
import { registerEndpoint, StatusReply } from '../../platform/http/register-endpoint.ts'
import { isLoopbackHost } from '../../platform/loopback.ts'
import { timingSafeEqualText } from '../../platform/strings.ts'
import { productVersion } from './open-api/describe-api.ts'
import { getProcessMetrics } from './process-metrics.ts'
import { openReadinessReport, type Readiness } from './readiness.ts'

/** Endpoints for monitoring. */
export function healthRoutes(app: FastifyInstance, ctx: Context, readiness: Readiness): void {
  const health = async (reply: FastifyReply) => {
    if (!readiness.isReady || !ctx.events.isConnected()) {
      return reply.status(503).header('retry-after', String(outageRetryAfterSeconds)).send()
    }
    return reply.status((await ctx.disk.isFull()) ? 507 : 200).send()
  }
  registerEndpoint(app, ctx, api.checkHealth, async (_ctx, { reply }) => health(reply))
  registerEndpoint(app, ctx, api.checkHealthSignedIn, async (_ctx, { reply }) => health(reply))

  registerEndpoint(app, ctx, api.getVersion, async ({ config }) => ({
    [config.productId]: productVersion,
    api: 'v1',
  }))

  const report = openReadinessReport(ctx, readiness)
  registerEndpoint(app, ctx, api.checkReady, async (_ctx, { reply }) => {
    const { isReady, checks } = await report()
    if (isReady) return { ready: true, checks }
    reply.header('retry-after', String(outageRetryAfterSeconds))
    return new StatusReply(503, { ready: false, checks })
  })

  registerEndpoint(app, ctx, api.checkTextServiceHealth, async (_ctx, { reply }) =>
    reply.type('text/plain; charset=utf-8').send('OK'),
  )

  registerEndpoint(app, ctx, api.readMetrics, async (_ctx, { request, reply }) => {
    if (!(await mayReadMetrics(request, ctx.config))) throw notFound('page')
    const metrics = getProcessMetrics()
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** Where the settings name a public address, a proxy is in front, and nobody counts as local. */
async function mayReadMetrics(
  { headers, raw }: FastifyRequest,
  { metricsToken, publicUrl }: Context['config'],
): Promise<boolean> {
  const { authorization = '' } = headers
  const expected = `Bearer ${metricsToken}`
  if (metricsToken !== undefined && timingSafeEqualText(authorization, expected)) return true
  const isProxied = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).host)
  return !isProxied && (await isLocalRequest(raw))
}
