import * as api from '@recto/contract/prompt-studio/prompt-documents'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { listIndexes } from './list-indexes.ts'
import { presentIndex } from './map-index.ts'

export function indexingRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listDocumentIndexes, async (ctx, { actor, query }) => {
    const { profile_manager: profileId, document_manager: documentId } = query
    return (await listIndexes(ctx, { actor, profileId, documentId })).map(presentIndex)
  })
}
