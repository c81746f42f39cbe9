import { listDocumentLookups } from '@recto/contract/lookups/lookup-matches'
import * as api from '@recto/contract/prompt-studio/checks'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { matchDocument } from '../lookups/match-document.ts'
import { checkDocument } from './check-document.ts'

export function checkRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listDocumentChecks, async (ctx, { actor, params, query }) => ({
    checks: await checkDocument(ctx, {
      actor,
      projectId: params.tool_id,
      documentId: query.document_id,
    }),
  }))

  registerEndpoint(app, ctx, listDocumentLookups, async (ctx, { actor, params, query }) => {
    const request = { actor, projectId: params.tool_id, documentId: query.document_id }
    const matches = await matchDocument(ctx, request)
    return {
      lookups: matches.map(({ promptId, tableId, value, match, list }) => ({
        ...match,
        prompt_id: promptId,
        table_id: tableId,
        value,
        ...omitUndefined({ rows: list && [...list.rows] }),
      })),
    }
  })
}
