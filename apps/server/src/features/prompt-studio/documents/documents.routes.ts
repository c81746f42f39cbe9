import * as api from '@recto/contract/prompt-studio/prompt-documents'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { isNewerClient } from '../../../platform/http/is-newer-client.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { isUuid } from '../../../platform/strings.ts'
import { listDocuments } from '../rows/access.ts'
import { deleteDocument } from './delete-document.ts'
import { downloadDocument } from './download-document.ts'
import { drawStudioPage } from './draw-page.ts'
import { listHiddenText } from './list-hidden-text.ts'
import { listPages } from './list-pages.ts'
import { documentViews, presentDocument } from './map-document.ts'
import { readProjectDocument } from './read-document.ts'
import { unlockDocument } from './unlock-document.ts'
import { uploadDocuments } from './upload-documents.ts'

export const pictureHeaders = {
  // The content under an id never changes; how it is drawn may change with the next version.
  'cache-control': 'private, max-age=86400, immutable',
  // If it is opened directly, the picture of an untrusted document runs and loads nothing.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}

export function documentRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listDocuments, async (ctx, { actor, query }) => {
    if (!isUuid(query.tool_id)) return []
    return (await listDocuments(ctx, { actor, projectId: query.tool_id })).map(presentDocument)
  })

  registerEndpoint(app, ctx, api.uploadDocuments, async (ctx, { actor, params, body, uploads }) => {
    const files = uploads.filter(({ field }) => field === 'file')
    const { password } = body
    const projectId = params.tool_id
    const documents = await uploadDocuments(ctx, { actor, projectId, files, password })
    return { data: documents.map(presentDocument) }
  })

  registerEndpoint(
    app,
    ctx,
    api.readDocumentFile,
    async (ctx, { actor, params, query, request }) => {
      const { data, mimeType } = await readProjectDocument(ctx, {
        actor,
        projectId: params.tool_id,
        documentId: query.document_id,
        view: documentViews[query.view_type],
      })
      if (isNewerClient(request)) return { data, mime_type: mimeType }
      // Some older clients expect the type beside the data, others one level up.
      return { data: { data, mime_type: mimeType }, mime_type: mimeType }
    },
  )

  registerEndpoint(app, ctx, api.listDocumentPages, async (ctx, { actor, params, query }) => {
    const documentId = query.document_id
    return { pages: [...(await listPages(ctx, { actor, projectId: params.tool_id, documentId }))] }
  })

  registerEndpoint(app, ctx, api.listHiddenText, async (ctx, { actor, params, query }) => {
    const documentId = query.document_id
    const { lines, count, warnings } = await listHiddenText(ctx, {
      actor,
      projectId: params.tool_id,
      documentId,
    })
    return { lines: [...lines], count, warnings: [...warnings] }
  })

  registerEndpoint(app, ctx, api.drawDocumentPage, async (ctx, { actor, params, query, reply }) => {
    const { document_id: documentId, page, width } = query
    const projectId = params.tool_id
    const { bytes, mimeType } = await drawStudioPage(ctx, {
      actor,
      projectId,
      documentId,
      page,
      width,
    })
    return reply.headers(pictureHeaders).type(mimeType).send(bytes)
  })

  registerEndpoint(app, ctx, api.unlockDocument, async (ctx, { actor, params, body }) => {
    const { document_id: documentId, password } = body
    const projectId = params.tool_id
    return presentDocument(await unlockDocument(ctx, { actor, projectId, documentId, password }))
  })

  registerEndpoint(app, ctx, api.downloadDocument, async (ctx, { actor, params, query, reply }) => {
    const { document_id: documentId, form } = query
    const projectId = params.tool_id
    const file = await downloadDocument(ctx, { actor, projectId, documentId, form })
    return reply.headers(getDownloadHeaders(file.fileName)).type(file.mimeType).send(file.bytes)
  })

  registerEndpoint(app, ctx, api.deleteDocument, async (ctx, { actor, params, body }) => {
    try {
      const projectId = params.tool_id
      await deleteDocument(ctx, { actor, projectId, documentId: body.document_id })
      return { data: 'File deleted successfully.' }
    } catch (error) {
      // The contract has its own shape for refusals here.
      if (!(error instanceof AppError)) throw error
      return new StatusReply(400, { data: error.message })
    }
  })
}

/** An untrusted file is downloaded, never displayed by the browser. */
const getDownloadHeaders = (name: string) => ({
  'cache-control': 'private, no-store',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-security-policy': "default-src 'none'; sandbox",
})
