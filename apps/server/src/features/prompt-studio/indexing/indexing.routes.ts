import * as api from '@recto/contract/prompt-documents'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { indexDocument } from './index-document.ts'
import { listIndexes } from './list-indexes.ts'
import { presentIndex } from './map-index.ts'

export function indexingRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.indexDocument, async (ctx, { actor, params, body }) => {
    await indexDocument(ctx, { actor, projectId: params.tool_id, documentId: body.document_id })
    return { message: 'Document indexed successfully.' }
  })

  serve(app, ctx, api.listDocumentIndexes, async (ctx, { actor, query }) => {
    const { profile_manager: profileId, document_manager: documentId } = query
    return (await listIndexes(ctx, { actor, profileId, documentId })).map(presentIndex)
  })
}
