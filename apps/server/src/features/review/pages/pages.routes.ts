import * as api from '@recto/contract/review'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { explainAnsweringError, rethrowExplained } from '../../answering/answering.port.ts'
import {
  drawDocumentPage,
  inspectDocument,
  readDocumentBytes,
} from '../../documents/documents.port.ts'
import { getItem } from '../items/approved-items.ts'
import { readWords } from './read-words.ts'

type Shown = Awaited<ReturnType<typeof getItem>>
const documentOf = ({ file_hash: hash, file_name: name }: Shown) => ({ hash, name })

/** The document of an item, for whoever reviews: page by page, and as it was sent. */
export function itemPageRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listItemPages, async (ctx, { actor, params }) => {
    const item = await getItem(ctx, { actor, id: params.id })
    const pages = await inspectDocument(ctx, tenantOf(ctx, actor), documentOf(item)).catch(
      rethrowExplained,
    )
    return { pages: [...pages] }
  })

  serve(app, ctx, api.drawItemPage, async (ctx, { actor, params, query, reply }) => {
    const item = await getItem(ctx, { actor, id: params.id })
    const drawn = { ...documentOf(item), page: query.page, width: query.width }
    const { bytes, mimeType } = await drawDocumentPage(ctx, tenantOf(ctx, actor), drawn).catch(
      (error: unknown) => {
        throw error instanceof RangeError ? notFound('page') : explainAnsweringError(error)
      },
    )
    return reply.headers(headersOfPicture).type(mimeType).send(Buffer.from(bytes))
  })

  serve(app, ctx, api.getWordsOnPage, async (ctx, { actor, params, query }) => {
    const { page, left, top, right, bottom } = query
    const box = [left, top, right, bottom] as const
    return readWords(ctx, { actor, id: params.id, page, box })
  })

  serve(app, ctx, api.getItemFile, async (ctx, { actor, params, reply }) => {
    const item = await getItem(ctx, { actor, id: params.id })
    const bytes = await readDocumentBytes(ctx, tenantOf(ctx, actor), item.file_hash)
    const name = encodeURIComponent(item.file_name)
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .header('x-content-type-options', 'nosniff')
      .type('application/octet-stream')
      .send(Buffer.from(bytes))
  })
}

/** A page of a document never changes; a drawing must not do anything. */
const headersOfPicture = {
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}
