import * as api from '@recto/contract/pipelines/pipelines'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { serveFieldDescriptions } from '../../platform/http/describe-fields.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { getLinkOrigin, getPublicOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { presentPage, presentTime } from '../../platform/wire-format.ts'
import { nextTimes } from '../../platform/work/timetable.ts'
import {
  addKey,
  keyFields,
  listKeys,
  presentDeploymentKey,
} from '../deployments/deployments.port.ts'
import { presentWorkflowRun } from '../executions/executions.port.ts'
import { serveSharing } from '../organizations/organizations.port.ts'
import { admitPipelineCaller } from './admit-caller.ts'
import { arrivalRoutes } from './arrivals/arrivals.routes.ts'
import { getPipeline } from './get-pipeline.ts'
import {
  createPipeline,
  deletePipeline,
  listPipelines,
  listTicks,
  pipelineCanRun,
  updatePipeline,
} from './manage-pipelines.ts'
import {
  newPipeline,
  pipelineChanges,
  pipelineEndpointOf,
  pipelineFilter,
  presentPipeline,
  presentPipelines,
  presentTick,
  toPipelineRefusal,
} from './map-pipeline.ts'
import { sharedPipelines } from './pipeline-sharing.ts'
import { buildPipelineCollection } from './postman-collection.ts'
import { runNow, runPipeline } from './run-pipeline.ts'

export function pipelineRoutes(app: FastifyInstance, ctx: Context): void {
  publicRoute(app, ctx)
  arrivalRoutes(app, ctx)
  keyRoutes(app, ctx)
  runRoutes(app, ctx)
  serveSharing(app, ctx, sharedPipelines)

  registerEndpoint(app, ctx, api.listPipelines, async (ctx, { actor, query, request }) => {
    const rows = await listPipelines(ctx, { actor, ...pipelineFilter(query) })
    if (query.page === undefined && query.page_size === undefined) {
      return presentPipelines(ctx, actor, rows)
    }
    const { page = 1, page_size: pageSize = 50 } = query
    const pageRows = rows.slice((page - 1) * pageSize, page * pageSize)
    const url = new URL(request.url, getLinkOrigin(request, ctx.config))
    const presentedRows = await presentPipelines(ctx, actor, pageRows)
    return presentPage(presentedRows, { count: rows.length, page, pageSize, url })
  })

  serveFieldDescriptions(app, ctx, api.describePipelineFields, {
    ...api.createPipeline,
    name: 'Pipeline',
  })

  registerEndpoint(app, ctx, api.createPipeline, async (ctx, { actor, body }) => {
    const fields = { actor, ...newPipeline(body) }
    const { pipeline, caveat } = await createPipeline(ctx, fields).catch(toPipelineRefusal)
    return { ...(await presentPipeline(ctx, actor, pipeline)), caveat }
  })

  registerEndpoint(app, ctx, api.getPipeline, async (ctx, { actor, params }) =>
    presentPipeline(ctx, actor, await getPipeline(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updatePipeline, api.patchPipeline]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { actor, id: params.id, ...pipelineChanges(body) }
      const { pipeline, caveat } = await updatePipeline(ctx, changes).catch(toPipelineRefusal)
      return { ...(await presentPipeline(ctx, actor, pipeline)), caveat }
    })
  }

  registerEndpoint(app, ctx, api.deletePipeline, async (ctx, { actor, params }) => {
    await deletePipeline(ctx, { actor, id: params.id })
    return undefined
  })
}

function runRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.executePipeline, async (ctx, { actor, body, request }) => {
    const { pipeline_id: id, use_earlier_results: reusesResults } = body
    const idempotencyKey = readIdempotencyKey(request)
    const runRequest = { actor, id, reusesResults, idempotencyKey }
    const { pipeline, execution } = await runPipeline(ctx, runRequest)
    return {
      pipeline: await presentPipeline(ctx, actor, pipeline),
      execution: presentWorkflowRun({ execution, result: null }),
    }
  })

  registerEndpoint(app, ctx, api.listPipelineTicks, async (ctx, { actor, params }) => {
    const ticks = await listTicks(ctx, { actor, id: params.id })
    return ticks.map(presentTick)
  })

  registerEndpoint(app, ctx, api.previewSchedule, async (_ctx, { query }) => {
    const timetable = { cron: query.cron_string, timeZone: query.time_zone }
    try {
      return { next_run_times: nextTimes(timetable, new Date(), pipelineCanRun).map(presentTime) }
    } catch (error) {
      return toPipelineRefusal(error)
    }
  })
}

function keyRoutes(app: FastifyInstance, ctx: Context): void {
  const ownerOf = (id: string) => ({ kind: 'pipeline', id }) as const

  registerEndpoint(app, ctx, api.listPipelineKeys, async (ctx, { actor, params }) => {
    const keys = await listKeys(ctx, { actor, owner: ownerOf(params.id) })
    return keys.map((key) => presentDeploymentKey(ctx, key))
  })

  registerEndpoint(app, ctx, api.createPipelineKey, async (ctx, { actor, params, body }) => {
    const owner = ownerOf(params.id)
    return presentDeploymentKey(ctx, await addKey(ctx, { actor, owner, ...keyFields(body) }))
  })

  registerEndpoint(
    app,
    ctx,
    api.getPipelineCollection,
    async (ctx, { actor, params, request, reply }) => {
      const pipeline = await getPipeline(ctx, { actor, id: params.id })
      const keys = await listKeys(ctx, { actor, owner: ownerOf(params.id) })
      const active = keys.find((key) => key.is_active)
      if (!active) throw conflict('The pipeline has no active key.')
      const fileName = encodeURIComponent(`${pipeline.name}.json`)
      reply.header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
      return buildPipelineCollection({
        name: pipeline.name,
        address: `${getPublicOrigin(request, ctx.config)}/${pipelineEndpointOf(actor.organization.slug, pipeline)}`,
        key: presentDeploymentKey(ctx, active).api_key,
      })
    },
  )
}

function publicRoute(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.callPipeline, {
    async admit(ctx, { params, headers: { authorization } }) {
      const { org: slug, pipeline_id: pipelineId } = params as { org: string; pipeline_id: string }
      return admitPipelineCaller(ctx, { slug, pipelineId, authorization })
    },
    async handle(ctx, { caller: { tenant, pipeline }, request }) {
      const idempotencyKey = readIdempotencyKey(request)
      const { execution } = await runNow(ctx, tenant, pipeline.id, { idempotencyKey })
      return { message: `The pipeline “${pipeline.name}” was started.`, execution_id: execution.id }
    },
  })
}
