import * as api from '@recto/contract/tags'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentPage } from '../../../platform/present-page.ts'
import { presentRawExecution } from '../map-execution.ts'
import { presentFileExecution } from '../map-file-execution.ts'
import { presentTag } from './map-tag.ts'
import {
  createTag,
  deleteTag,
  getTag,
  listTagged,
  listTaggedFiles,
  listTags,
  updateTag,
} from './tags.ts'

export function tagRoutes(app: FastifyInstance, ctx: Context): void {
  const urlOf = (request: FastifyRequest) => new URL(request.url, linkOriginOf(request, ctx.config))

  serve(app, ctx, api.listTags, async (ctx, { actor, query, request }) => {
    const window = windowOf(query)
    const { count, rows } = await listTags(ctx, { actor, ...window })
    return presentPage(rows.map(presentTag), { ...window, count, url: urlOf(request) })
  })

  serve(app, ctx, api.createTag, async (ctx, { actor, body }) =>
    presentTag(await createTag(ctx, { actor, ...body })),
  )

  serve(app, ctx, api.getTag, async (ctx, { actor, params }) =>
    presentTag(await getTag(ctx, { actor, ...params })),
  )

  serve(app, ctx, api.updateTag, async (ctx, { actor, params, body }) =>
    presentTag(await updateTag(ctx, { actor, ...params, ...body })),
  )

  serve(app, ctx, api.deleteTag, async (ctx, { actor, params }) => {
    await deleteTag(ctx, { actor, ...params })
    return undefined
  })

  serve(app, ctx, api.listExecutionsOfTag, async (ctx, { actor, params, query, request }) => {
    const window = windowOf(query)
    const { count, rows } = await listTagged(ctx, { actor, ...params, ...window })
    return presentPage(rows.map(presentRawExecution), { ...window, count, url: urlOf(request) })
  })

  serve(app, ctx, api.listFilesOfTag, async (ctx, { actor, params, query, request }) => {
    const window = windowOf(query)
    const { count, rows } = await listTaggedFiles(ctx, { actor, ...params, ...window })
    return presentPage(rows.map(presentFileExecution), { ...window, count, url: urlOf(request) })
  })
}

const windowOf = ({ page, page_size: pageSize }: { page: number; page_size: number }) => ({
  page,
  pageSize,
})
