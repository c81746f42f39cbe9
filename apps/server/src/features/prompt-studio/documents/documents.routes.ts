import * as api from '@recto/contract/prompt-documents'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { StatusReply, serve } from '../../../platform/http/serve.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { listDocuments } from '../rows/get-document.ts'
import { deleteDocument } from './delete-document.ts'
import { downloadDocument } from './download-document.ts'
import { drawPage } from './draw-page.ts'
import { listHiddenText } from './list-hidden-text.ts'
import { listPages } from './list-pages.ts'
import { documentViews, presentDocument } from './map-document.ts'
import { readDocument } from './read-document.ts'
import { unlockDocument } from './unlock-document.ts'
import { uploadDocuments } from './upload-documents.ts'

export function documentRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listDocuments, async (ctx, { actor, query }) => {
    if (!isUuid(query.tool_id)) return []
    return (await listDocuments(ctx, { actor, projectId: query.tool_id })).map(presentDocument)
  })

  serve(app, ctx, api.uploadDocuments, async (ctx, { actor, params, body, uploads }) => {
    const files = uploads.filter(({ field }) => field === 'file')
    const { password } = body
    const projectId = params.tool_id
    const documents = await uploadDocuments(ctx, { actor, projectId, files, password })
    return { data: documents.map(presentDocument) }
  })

  serve(app, ctx, api.readDocument, async (ctx, { actor, params, query, request }) => {
    const { data, mimeType } = await readDocument(ctx, {
      actor,
      projectId: params.tool_id,
      documentId: query.document_id,
      view: documentViews[query.view_type],
    })
    // The newer browser client marks its requests, and reads the data itself.
    if (request.headers['x-request-id'] !== undefined) return { data, mime_type: mimeType }
    // Older clients look for the type beside the data, others one level up.
    return { data: { data, mime_type: mimeType }, mime_type: mimeType }
  })

  serve(app, ctx, api.listDocumentPages, async (ctx, { actor, params, query }) => {
    const documentId = query.document_id
    return { pages: [...(await listPages(ctx, { actor, projectId: params.tool_id, documentId }))] }
  })

  serve(app, ctx, api.listHiddenText, async (ctx, { actor, params, query }) => {
    const documentId = query.document_id
    const { lines, count } = await listHiddenText(ctx, {
      ...{ actor, projectId: params.tool_id, documentId },
    })
    return { lines: [...lines], count }
  })

  serve(app, ctx, api.drawDocumentPage, async (ctx, { actor, params, query, reply }) => {
    const { document_id: documentId, page, width } = query
    const projectId = params.tool_id
    const { bytes, mimeType } = await drawPage(ctx, { actor, projectId, documentId, page, width })
    return reply.headers(headersOfPicture).type(mimeType).send(bytes)
  })

  serve(app, ctx, api.unlockDocument, async (ctx, { actor, params, body }) => {
    const { document_id: documentId, password } = body
    const projectId = params.tool_id
    return presentDocument(await unlockDocument(ctx, { actor, projectId, documentId, password }))
  })

  serve(app, ctx, api.downloadDocument, async (ctx, { actor, params, query, reply }) => {
    const { document_id: documentId, form } = query
    const projectId = params.tool_id
    const file = await downloadDocument(ctx, { actor, projectId, documentId, form })
    return reply.headers(headersOfDownload(file.fileName)).type(file.mimeType).send(file.bytes)
  })

  serve(app, ctx, api.deleteDocument, async (ctx, { actor, params, body }) => {
    try {
      const projectId = params.tool_id
      await deleteDocument(ctx, { actor, projectId, documentId: body.document_id })
      return { data: 'File deleted successfully.' }
    } catch (error) {
      // The contract has a shape of its own for refusals here.
      if (!(error instanceof AppError)) throw error
      return new StatusReply(400, { data: error.message })
    }
  })
}

export const headersOfPicture = {
  // The content under an id never changes; how it is drawn may, with the next version.
  'cache-control': 'private, max-age=86400, immutable',
  // Opened by itself, a picture of a foreign document runs and loads nothing.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}

/** A file of a stranger's is kept, never shown by itself. */
const headersOfDownload = (name: string) => ({
  'cache-control': 'private, no-store',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-security-policy': "default-src 'none'; sandbox",
})
