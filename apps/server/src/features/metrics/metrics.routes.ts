import * as api from '@recto/contract/usage/metrics'
import { getTrialStatistics } from '@recto/contract/usage/usage'
import * as used from '@recto/contract/usage/used'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { recordExport } from '../organizations/organizations.port.ts'
import { countMetricsCall } from './limit-calls.ts'
import {
  keyOf,
  presentActivity,
  presentDeploymentMetrics,
  presentMetric,
  presentMetricDays,
  presentPeriod,
  presentSeries,
  presentSummary,
  presentTotals,
} from './map-metrics.ts'
import { csvOfUsed, presentUsed } from './map-used.ts'
import { daysIn, lenientPeriodOf } from './period.ts'
import { listRecentActivity, readDeploymentUsage } from './read-activity.ts'
import { getMetric, listMetrics, readDays, readSeries } from './read-metrics.ts'
import { readTrialStatistics } from './read-trial.ts'
import { usedIn, usedLinesIn } from './read-used.ts'

const overviewDays = 7

/** Counts the call before anything is read, so that an excess call costs only one statement. */
async function admit(ctx: Context, { session }: FastifyRequest): Promise<void> {
  if (session?.actor) await countMetricsCall(ctx, session.actor)
}

export function metricRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listMetrics, {
    admit,
    handle: async (ctx, request) => {
      const { buckets, grain } = await listMetrics(ctx, request)
      return buckets.map((one) => presentMetric(one, grain))
    },
  })

  registerEndpoint(app, ctx, api.getMetric, {
    admit,
    handle: async (ctx, { actor, params }) => {
      const key = keyOf(params.id)
      return presentMetric(await getMetric(ctx, { actor, key }), key?.grain ?? 'hour')
    },
  })

  const summaries = [
    { endpoint: api.summarizeMetrics, isLive: false },
    { endpoint: api.summarizeLiveMetrics, isLive: true },
  ]
  for (const { endpoint, isLive } of summaries) {
    registerEndpoint(app, ctx, endpoint, {
      admit,
      handle: async (ctx, request) => {
        const { source, buckets, ...period } = await readSeries(ctx, request, { isLive })
        return { ...presentPeriod(period), source, summary: presentSummary(buckets) }
      },
    })
  }

  registerEndpoint(app, ctx, api.readMetricSeries, {
    admit,
    handle: async (ctx, request) => {
      const { source, buckets, ...period } = await readSeries(ctx, request, { isLive: false })
      const { granularity } = request.query
      return { ...presentPeriod(period), granularity, source, series: presentSeries(buckets) }
    },
  })

  registerEndpoint(app, ctx, api.readLiveMetricSeries, {
    admit,
    handle: async (ctx, request) => {
      const { source, buckets, ...period } = await readSeries(ctx, request, { isLive: true })
      const { granularity } = request.query
      return { ...presentPeriod(period), granularity, source, series: presentSeries(buckets) }
    },
  })

  serveActivity(app, ctx)
  serveUsed(app, ctx)
}

function serveUsed(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, getTrialStatistics, {
    admit,
    handle: (ctx, { actor }) => readTrialStatistics(ctx, actor),
  })

  registerEndpoint(app, ctx, used.readUsed, {
    admit,
    handle: async (ctx, { actor, query }) => presentUsed(await usedIn(ctx, { actor, query })),
  })

  registerEndpoint(app, ctx, used.exportUsed, {
    admit,
    handle: async (ctx, { actor, query, reply }) => {
      const text = csvOfUsed(await usedLinesIn(ctx, { actor, query }))
      await recordExport(tenantOf(ctx, actor), actor, {
        type: 'usage',
        id: String(actor.organization.id),
        name: 'Usage',
        after: query,
      })
      reply.header('content-disposition', 'attachment; filename="usage.csv"')
      reply.type('text/csv; charset=utf-8')
      return reply.send(text)
    },
  })
}

function serveActivity(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.readMetricOverview, {
    admit,
    handle: async (ctx, { actor, query }) => {
      const period = lenientPeriodOf(query, overviewDays)
      const buckets = await readDays(ctx, { actor }, period)
      return {
        period: { ...presentPeriod(period), days: Math.ceil(daysIn(period)) },
        totals: presentTotals(buckets),
        daily_trend: presentMetricDays(buckets),
      }
    },
  })

  registerEndpoint(app, ctx, api.readRecentActivity, {
    admit,
    handle: async (ctx, { actor, query: { limit } }) => ({
      activity: presentActivity(await listRecentActivity(ctx, { actor, limit })),
    }),
  })

  registerEndpoint(app, ctx, api.readDeploymentUsage, {
    admit,
    handle: async (ctx, { actor, query }) => {
      const { isCut, rows, ...period } = await readDeploymentUsage(ctx, { actor, query })
      return {
        ...presentPeriod(period),
        deployment_type: query.deployment_type,
        range_truncated: isCut,
        deployments: presentDeploymentMetrics(rows),
      }
    },
  })

  // The caller was found in the database, so that is up, and there is no cache that could be down.
  registerEndpoint(app, ctx, api.checkMetrics, {
    admit,
    handle: async () => ({
      healthy: true as const,
      checks: { database: { status: 'ok' as const }, cache: { status: 'ok' as const } },
      timestamp: presentTime(new Date()),
    }),
  })
}
