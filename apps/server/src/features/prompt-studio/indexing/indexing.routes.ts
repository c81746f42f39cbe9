import * as api from '@recto/contract/prompt-documents'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { listIndexes } from './list-indexes.ts'
import { presentIndex } from './map-index.ts'

export function indexingRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listDocumentIndexes, async (ctx, { actor, query }) => {
    const { profile_manager: profileId, document_manager: documentId } = query
    return (await listIndexes(ctx, { actor, profileId, documentId })).map(presentIndex)
  })
}
