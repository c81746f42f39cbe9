import * as api from '@recto/contract/text-service/text-service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import {
  acceptRawBodies,
  parseAllBodiesAsJson,
  receiveBody,
} from '../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { bySchemaRoutes } from './by-schema/by-schema.routes.ts'
import { getDetail } from './jobs/get-detail.ts'
import { getStatus } from './jobs/get-status.ts'
import { presentDetail, presentStatus } from './jobs/present-job.ts'
import { admitTextKey, type KeyHolder } from './keys/admit-key.ts'
import { parserRoutes } from './parsers/parsers.routes.ts'
import { playgroundRoutes } from './playground/playground.routes.ts'
import { portalRoutes } from './portal/portal.routes.ts'
import { getHighlights } from './results/get-highlights.ts'
import { presentHighlights } from './results/present-highlights.ts'
import { presentResult } from './results/present-result.ts'
import { recordDelivery, retrieveText } from './results/retrieve-text.ts'
import { splitRoutes, splitUploadRoute } from './split/split.routes.ts'
import { planJob } from './uploads/plan-job.ts'
import { submitUpload } from './uploads/submit-upload.ts'
import { getTagUsage } from './usage/get-tag-usage.ts'
import { getUsageInfo } from './usage/get-usage-info.ts'
import { planOf } from './usage/plan-of.ts'
import { presentTagUsage, presentUsageInfo } from './usage/present-usage.ts'
import {
  changeWebhook,
  deleteWebhook,
  getWebhook,
  registerWebhook,
} from './webhooks/manage-webhooks.ts'

const admit = (ctx: Context, { headers }: FastifyRequest) => admitTextKey(ctx, headers)

export function textServiceRoutes(app: FastifyInstance, ctx: Context): void {
  app.register(async (scope) => {
    acceptRawBodies(scope)
    uploadRoute(scope, ctx)
    splitUploadRoute(scope, ctx)
  })
  app.register(async (scope) => {
    parseAllBodiesAsJson(scope)
    webhookRoutes(scope, ctx)
  })
  jobRoutes(app, ctx)
  retrieveRoute(app, ctx)
  splitRoutes(app, ctx)
  bySchemaRoutes(app, ctx)
  accountRoutes(app, ctx)
  portalRoutes(app, ctx)
  playgroundRoutes(app, ctx)
  parserRoutes(app, ctx)
}

function uploadRoute(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.whisper, {
    admit,
    async handle(ctx, { caller, query, request }) {
      const options = await planJob(caller, query)
      const idempotencyKey = readIdempotencyKey(request)
      const body = await receiveBody(request, ctx.files)
      const upload = { caller, options, query, body, idempotencyKey }
      const job = await submitUpload(ctx, upload)
      const { whisper_hash } = job
      return { message: 'Whisper Job Accepted', status: 'processing', whisper_hash }
    },
  })
}

function jobRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getWhisperStatus, {
    admit,
    async handle(ctx, { caller, query }) {
      await ctx.cache.waitUntilIdle(deliveryKeyOf(caller, query))
      const { job, pages } = await getStatus({ caller, whisperHash: query.whisper_hash })
      return presentStatus(job, pages)
    },
  })

  registerEndpoint(app, ctx, api.getWhisperDetail, {
    admit,
    async handle(_ctx, { caller, query }) {
      return presentDetail(await getDetail({ caller, whisperHash: query.whisper_hash }))
    },
  })

  registerEndpoint(app, ctx, api.getHighlights, {
    admit,
    async handle(ctx, { caller, query }) {
      const lines = await getHighlights(ctx, {
        caller,
        whisperHash: query.whisper_hash,
        lines: query.lines,
        wantsAll: query.extract_all_lines,
      })
      return presentHighlights(lines)
    },
  })
}

/**
 * Returns the key under which a delivery is being recorded; the caller's next request waits for it.
 */
function deliveryKeyOf(
  { tenant }: KeyHolder,
  { whisper_hash }: { readonly whisper_hash: string },
): string {
  return `deliver ${tenant.organizationId} ${whisper_hash}`
}

function retrieveRoute(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.retrieveWhisper, {
    admit,
    async handle(ctx, { caller, query, reply, onSent }) {
      const { tenant } = caller
      const deliveryKey = deliveryKeyOf(caller, query)
      await ctx.cache.waitUntilIdle(deliveryKey)
      const { job, result, pages } = await retrieveText(ctx, {
        caller,
        whisperHash: query.whisper_hash,
      })
      // Counted only after the whole response was sent: a caller who disconnected earlier can fetch
      // the text again.
      onSent(() => ctx.cache.join(deliveryKey, () => recordDelivery(ctx, tenant, job)))
      if (!query.text_only) return presentResult(job, result, pages)
      return reply.type('text/plain; charset=utf-8').send(result.text)
    },
  })
}

function accountRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getUsageInfo, {
    admit,
    handle: async (ctx, { caller }) => presentUsageInfo(await getUsageInfo(ctx, caller.tenant)),
  })

  registerEndpoint(app, ctx, api.getTagUsage, {
    admit,
    async handle(ctx, { caller, query }) {
      const { tenant } = caller
      const { organizationId } = tenant
      const { tag, from_date: from, to_date: to } = query
      const usage = await getTagUsage(tenant, { tag, from, to })
      return presentTagUsage(usage, {
        plan: await planOf(ctx.config, tenant),
        organizationId,
      })
    },
  })

  registerEndpoint(app, ctx, api.testConnection, {
    admit,
    handle: async () => ({ message: 'The connection works.' }),
  })
}

function webhookRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.registerWebhook, {
    admit,
    async handle(ctx, { caller, body }) {
      await registerWebhook(ctx, caller.tenant, body)
      return { message: 'Webhook created successfully' }
    },
  })

  registerEndpoint(app, ctx, api.changeWebhook, {
    admit,
    async handle(ctx, { caller, body }) {
      await changeWebhook(ctx, caller.tenant, body)
      return { message: 'Webhook updated successfully' }
    },
  })

  registerEndpoint(app, ctx, api.getWebhook, {
    admit,
    async handle(ctx, { caller, query }) {
      const { tenant } = caller
      const { name, url, token } = await getWebhook(ctx, tenant, query.webhook_name)
      return { auth_token: token, url, webhook_name: name }
    },
  })

  registerEndpoint(app, ctx, api.deleteWebhook, {
    admit,
    async handle(_ctx, { caller, query }) {
      await deleteWebhook(caller.tenant, query.webhook_name)
      return { message: 'Webhook deleted successfully' }
    },
  })
}
