import * as api from '@recto/contract/review/review'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { notFound } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { explainAnsweringError, rethrowExplained } from '../../answering/answering.port.ts'
import {
  drawDocumentPage,
  inspectStoredDocument,
  readDocumentBytes,
} from '../../documents/documents.port.ts'
import { getItem } from '../items/approved-items.ts'
import { readCells, readWords, searchItem } from './read-words.ts'

type ReviewedFile = { readonly file_hash: string; readonly file_name: string }

const documentOf = ({ file_hash: hash, file_name: name }: ReviewedFile) => ({ hash, name })

type WirePart = z.output<typeof api.getWordsOnPage.query>

const toPart = ({ page, left, top, right, bottom }: WirePart) => {
  return { page, box: [left, top, right, bottom] as const }
}

/** A page of a document never changes, and an SVG image must not run scripts. */
const headersOfPicture = {
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
}

/** Routes for the document of an item, for reviewers: page by page, and as it was uploaded. */
export function itemPageRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listItemPages, async (ctx, { actor, params }) => {
    const item = await getItem(ctx, { actor, id: params.id })
    const pages = await inspectStoredDocument(ctx, tenantOf(ctx, actor), documentOf(item)).catch(
      rethrowExplained,
    )
    return { pages: [...pages] }
  })

  registerEndpoint(app, ctx, api.drawItemPage, async (ctx, { actor, params, query, reply }) => {
    const item = await getItem(ctx, { actor, id: params.id })
    const pageRequest = { ...documentOf(item), page: query.page, width: query.width }
    const { bytes, mimeType } = await drawDocumentPage(
      ctx,
      tenantOf(ctx, actor),
      pageRequest,
    ).catch((error: unknown) => {
      throw error instanceof RangeError ? notFound('page') : explainAnsweringError(error)
    })
    return reply.headers(headersOfPicture).type(mimeType).send(Buffer.from(bytes))
  })

  registerEndpoint(app, ctx, api.getWordsOnPage, (ctx, { actor, params, query }) =>
    readWords(ctx, { actor, id: params.id, ...toPart(query) }),
  )

  registerEndpoint(app, ctx, api.getRowsOnPage, async (ctx, { actor, params, query }) => ({
    rows: await readCells(ctx, { actor, id: params.id, ...toPart(query) }),
  }))

  registerEndpoint(app, ctx, api.findTextInItem, async (ctx, { actor, params, query }) => ({
    matches: await searchItem(ctx, { actor, id: params.id, text: query.text }),
  }))

  registerEndpoint(app, ctx, api.getItemFile, async (ctx, { actor, params, reply }) => {
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
