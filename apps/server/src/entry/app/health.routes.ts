import * as api from '@recto/contract/health'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { retryWhileAwaySeconds } from '../../platform/http/present-error.ts'
import { StatusReply, serve } from '../../platform/http/serve.ts'
import { sameText } from '../../platform/same-text.ts'
import { metricsOfProcess } from './process-metrics.ts'
import { openReadinessReport, type Readiness } from './readiness.ts'

/** What those who watch the installation ask. */
export function healthRoutes(app: FastifyInstance, ctx: Context, readiness: Readiness): void {
  const health = async (reply: FastifyReply) => {
    if (!readiness.isReady || !ctx.events.isOpen()) {
      return reply.status(503).header('retry-after', String(retryWhileAwaySeconds)).send()
    }
    return reply.status((await ctx.disk.isFull()) ? 507 : 200).send()
  }
  serve(app, ctx, api.checkHealth, async (_ctx, { reply }) => health(reply))
  serve(app, ctx, api.checkHealthSignedIn, async (_ctx, { reply }) => health(reply))

  const report = openReadinessReport(ctx, readiness)
  serve(app, ctx, api.checkReady, async (_ctx, { reply }) => {
    const { isReady, checks } = await report()
    if (isReady) return { ready: true, checks }
    reply.header('retry-after', String(retryWhileAwaySeconds))
    return new StatusReply(503, { ready: false, checks })
  })

  serve(app, ctx, api.checkTextServiceHealth, async (_ctx, { reply }) =>
    reply.type('text/plain; charset=utf-8').send('OK'),
  )

  serve(app, ctx, api.readMetrics, async (_ctx, { request, reply }) => {
    if (!isFromThisMachine(request) && !hasToken(request, ctx.config)) throw notFound('page')
    const metrics = metricsOfProcess()
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

function hasToken({ headers }: FastifyRequest, { metricsToken }: Context['config']): boolean {
  return (
    metricsToken !== undefined && sameText(headers.authorization ?? '', `Bearer ${metricsToken}`)
  )
}

/** A proxy on this machine speaks for others, and says so. */
function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  const isLoopback = ip === '::1' || /^(::ffff:)?127\./.test(ip)
  return isLoopback && !headers.forwarded && !headers['x-forwarded-for']
}
