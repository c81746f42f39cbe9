import * as api from '@recto/contract/prompt-documents'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { Answer, serve } from '../../../platform/http/serve.ts'
import { isUuid } from '../is-uuid.ts'
import { indexDocument } from '../runs/index-document.ts'
import { listIndexes } from '../runs/list-indexes.ts'
import { deleteDocument } from './delete-document.ts'
import { listDocuments } from './get-document.ts'
import { presentDocument, presentIndex } from './present-document.ts'
import { readDocument } from './read-document.ts'
import { uploadDocuments } from './upload-documents.ts'

export function documentRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listDocuments, async (ctx, { actor, query }) => {
    if (!isUuid(query.tool_id)) return []
    return (await listDocuments(ctx, { actor, projectId: query.tool_id })).map(presentDocument)
  })

  serve(app, ctx, api.uploadDocuments, async (ctx, { actor, params, uploads }) => {
    const files = uploads.filter(({ field }) => field === 'file')
    const documents = await uploadDocuments(ctx, { actor, projectId: params.tool_id, files })
    return { data: documents.map(presentDocument) }
  })

  serve(app, ctx, api.readDocument, async (ctx, { actor, params, query }) => {
    const { data, mimeType } = await readDocument(ctx, {
      actor,
      projectId: params.tool_id,
      documentId: query.document_id,
      view: query.view_type,
    })
    // Older clients look for the type beside the data, others one level up.
    return { data: { data, mime_type: mimeType }, mime_type: mimeType }
  })

  serve(app, ctx, api.deleteDocument, async (ctx, { actor, params, body }) => {
    try {
      const projectId = params.tool_id
      await deleteDocument(ctx, { actor, projectId, documentId: body.document_id })
      return { data: 'File deleted successfully.' }
    } catch (error) {
      // The contract has a shape of its own for refusals here.
      if (!(error instanceof AppError)) throw error
      return new Answer(400, { data: error.message })
    }
  })

  serve(app, ctx, api.indexDocument, async (ctx, { actor, params, body }) => {
    await indexDocument(ctx, { actor, projectId: params.tool_id, documentId: body.document_id })
    return { message: 'Document indexed successfully.' }
  })

  serve(app, ctx, api.listDocumentIndexes, async (ctx, { actor, query }) => {
    const { profile_manager: profileId, document_manager: documentId } = query
    return (await listIndexes(ctx, { actor, profileId, documentId })).map(presentIndex)
  })
}
