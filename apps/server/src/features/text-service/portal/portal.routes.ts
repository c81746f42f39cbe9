import { Readable } from 'node:stream'
import * as api from '@recto/contract/text-service/text-product'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { recordExport } from '../../organizations/organizations.port.ts'
import { deleteTextKey, rotateKey } from '../keys/change-text-key.ts'
import { generateTextKey } from '../keys/generate-text-key.ts'
import { getCollection } from '../keys/get-collection.ts'
import { listTextKeys } from '../keys/list-text-keys.ts'
import { listDays } from './list-days.ts'
import { listProducts } from './list-products.ts'
import { listRecords, orderOf, readRecords } from './list-records.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import {
  csvOfRecords,
  presentDailyUsage,
  presentPageCounts,
  presentProduct,
  presentRecord,
  presentTextKey,
} from './present-portal.ts'

/** Routes for the product's pages, under both spellings of the base path. */
export function portalRoutes(app: FastifyInstance, ctx: Context): void {
  keyRoutes(app, ctx)
  keyFileRoutes(app, ctx)
  usageRoutes(app, ctx)
  recordRoutes(app, ctx)
}

function keyRoutes(app: FastifyInstance, ctx: Context): void {
  for (const list of api.listTextKeys) {
    registerEndpoint(app, ctx, list, async (ctx, { actor }) => {
      const keys = await listTextKeys(ctx, tenantOf(ctx, actor))
      return { api_keys: keys.map(presentTextKey) }
    })
  }
  for (const generate of api.generateTextKey) {
    registerEndpoint(app, ctx, generate, async (ctx, { actor, body }) =>
      presentTextKey(await generateTextKey(ctx, { actor, planId: body.product_id })),
    )
  }
  for (const rotate of api.rotateTextKey) {
    registerEndpoint(app, ctx, rotate, async (ctx, { actor, body }) =>
      presentTextKey(await rotateKey(ctx, { actor, key: body.api_key })),
    )
  }
  for (const remove of api.deleteTextKey) {
    registerEndpoint(app, ctx, remove, async (ctx, { actor, body }) => {
      await deleteTextKey(ctx, { actor, key: body.key_id })
      return undefined
    })
  }
}

const serviceAddress = (request: FastifyRequest, { config }: Pick<Context, 'config'>) =>
  `${getLinkOrigin(request, config)}/api/v2`

function keyFileRoutes(app: FastifyInstance, ctx: Context): void {
  for (const collection of api.getTextKeyCollection) {
    registerEndpoint(
      app,
      ctx,
      collection,
      async (ctx, { actor, params: { key }, request, reply }) => {
        const address = serviceAddress(request, ctx)
        const collection = await getCollection(ctx, { actor, key, address })
        reply.header(
          'content-disposition',
          'attachment; filename="text-extraction.postman_collection.json"',
        )
        return collection
      },
    )
  }
  for (const gateway of api.getGatewayUrl) {
    registerEndpoint(app, ctx, gateway, async (ctx, { request }) => ({
      api_gateway_url: serviceAddress(request, ctx),
      ...omitUndefined({ earlier_site_url: ctx.config.textEarlierSiteUrl }),
    }))
  }
}

function usageRoutes(app: FastifyInstance, ctx: Context): void {
  for (const list of api.listTextProducts) {
    registerEndpoint(app, ctx, list, async (ctx, { actor }) =>
      (await listProducts(ctx, actor)).map(presentProduct),
    )
  }
  for (const list of api.listTextSubscriptions) {
    registerEndpoint(app, ctx, list, async (ctx, { actor }) => {
      const subscriptions = await listSubscriptions(ctx, actor)
      return subscriptions.map(({ planId, subscriptionId, pages }) => ({
        product: planId,
        subscription_id: subscriptionId,
        usage: presentPageCounts(pages),
      }))
    })
  }
  for (const list of api.listDailyTextUsage) {
    registerEndpoint(app, ctx, list, async (ctx, { actor, query }) => {
      return presentDailyUsage(await listDays(ctx, { actor, ...requestedDays(query) }))
    })
  }
}

function recordRoutes(app: FastifyInstance, ctx: Context): void {
  for (const list of api.listTextRecords) {
    registerEndpoint(app, ctx, list, async (ctx, { actor, query }) => {
      const { page, page_size: pageSize } = query
      const order = orderOf(query.ordering)
      const request = { actor, page, pageSize, order, ...requestedDays(query) }
      const { count, records } = await listRecords(ctx, request)
      return {
        results: records.map(presentRecord),
        totalCount: count,
        page,
        pageSize,
        totalPages: Math.ceil(count / pageSize),
      }
    })
  }
  for (const list of api.exportTextRecords) {
    registerEndpoint(app, ctx, list, async (ctx, { actor, query, reply }) => {
      const parts = await readRecords(ctx, { actor, ...requestedDays(query) })
      await recordExport(tenantOf(ctx, actor), actor, {
        type: 'text-usage',
        id: query.subscription_id,
        name: 'Usage of the text service',
        after: query,
      })
      reply.header('content-disposition', 'attachment; filename="text-extraction-usage.csv"')
      reply.type('text/csv; charset=utf-8')
      return reply.send(Readable.from(csvOfRecords(parts)))
    })
  }
}

type DaysQuery = {
  readonly subscription_id: string
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
}

const requestedDays = ({ subscription_id, start_date, end_date }: DaysQuery) => ({
  subscriptionId: subscription_id,
  from: start_date,
  to: end_date,
})
