import * as api from '@recto/contract/executions/tags'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serveFieldDescriptions } from '../../../platform/http/describe-fields.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentPage } from '../../../platform/wire-format.ts'
import { presentRawExecution } from '../map-execution.ts'
import { presentFileExecution } from '../map-file-execution.ts'
import {
  createTag,
  deleteTag,
  getTag,
  listTagged,
  listTaggedFiles,
  listTags,
  updateTag,
} from './tags.ts'

type TagRow = Awaited<ReturnType<typeof getTag>>

const presentTag = ({ id, name, description }: TagRow): api.Tag => ({ id, name, description })

export function tagRoutes(app: FastifyInstance, ctx: Context): void {
  const getUrl = (request: FastifyRequest) =>
    new URL(request.url, getLinkOrigin(request, ctx.config))

  registerEndpoint(app, ctx, api.listTags, async (ctx, { actor, query, request }) => {
    const pageRequest = toPageRequest(query)
    const { count, rows } = await listTags(ctx, { actor, name: query.name, ...pageRequest })
    return presentPage(rows.map(presentTag), { ...pageRequest, count, url: getUrl(request) })
  })

  serveFieldDescriptions(app, ctx, api.describeTagFields, { ...api.createTag, name: 'Tag' })

  registerEndpoint(app, ctx, api.createTag, async (ctx, { actor, body }) =>
    presentTag(await createTag(ctx, { actor, ...body })),
  )

  registerEndpoint(app, ctx, api.getTag, async (ctx, { actor, params }) =>
    presentTag(await getTag(ctx, { actor, ...params })),
  )

  registerEndpoint(app, ctx, api.updateTag, async (ctx, { actor, params, body }) =>
    presentTag(await updateTag(ctx, { actor, ...params, ...body })),
  )

  registerEndpoint(app, ctx, api.deleteTag, async (ctx, { actor, params }) => {
    await deleteTag(ctx, { actor, ...params })
    return undefined
  })

  registerEndpoint(
    app,
    ctx,
    api.listExecutionsOfTag,
    async (ctx, { actor, params, query, request }) => {
      const pageRequest = toPageRequest(query)
      const { count, rows } = await listTagged(ctx, { actor, ...params, ...pageRequest })
      return presentPage(rows.map(presentRawExecution), {
        ...pageRequest,
        count,
        url: getUrl(request),
      })
    },
  )

  registerEndpoint(app, ctx, api.listFilesOfTag, async (ctx, { actor, params, query, request }) => {
    const pageRequest = toPageRequest(query)
    const { count, rows } = await listTaggedFiles(ctx, { actor, ...params, ...pageRequest })
    return presentPage(rows.map(presentFileExecution), {
      ...pageRequest,
      count,
      url: getUrl(request),
    })
  })
}

const toPageRequest = ({ page, page_size: pageSize }: { page: number; page_size: number }) => ({
  page,
  pageSize,
})
