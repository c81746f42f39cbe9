import * as api from '@recto/contract/prompt-studio/public-shares'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { pictureHeaders } from '../documents/documents.routes.ts'
import { drawPageOfDocument } from '../documents/draw-page.ts'
import { loadPages } from '../documents/list-pages.ts'
import { documentViews, presentDocument } from '../documents/map-document.ts'
import { loadDocumentContent } from '../documents/read-document.ts'
import { selectChoices } from '../projects/map-choices.ts'
import { getPublicProject } from '../rows/access.ts'
import { loadDefaultOutputs } from '../runs/list-outputs.ts'
import {
  presentPublicAdapters,
  presentPublicIndex,
  presentPublicOutputs,
  presentPublicProfiles,
  presentPublicProject,
} from './map-public.ts'
import {
  assertSendable,
  createPublicLimiter,
  getPublicDocument,
  listPublicDocuments,
  listPublicIndexRows,
  listPublicOutputRows,
} from './read-public.ts'

/** Routes with which everybody who has the link can read a project. */
export function publicShareRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getPublicProject, async (ctx, { query }) =>
    presentPublicProject(await getPublicProject(ctx, query.id)),
  )

  registerEndpoint(app, ctx, api.listPublicDocuments, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    return (await listPublicDocuments(shared)).map(presentDocument)
  })

  registerEndpoint(app, ctx, api.getPublicChoices, async (ctx, { query }) => {
    await getPublicProject(ctx, query.id)
    return selectChoices
  })

  registerEndpoint(app, ctx, api.listPublicProfiles, async (ctx, { query }) =>
    presentPublicProfiles(await getPublicProject(ctx, query.id)),
  )

  registerEndpoint(app, ctx, api.listPublicAdapters, async (ctx, { query }) =>
    presentPublicAdapters(await getPublicProject(ctx, query.id), query.adapter_type),
  )

  registerEndpoint(app, ctx, api.listPublicOutputs, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    const rows = await listPublicOutputRows(shared, {
      promptId: query.prompt_id,
      documentId: query.document_manager,
      profileId: query.profile_manager,
      isSinglePass: query.is_single_pass_extract?.toLowerCase() === 'true',
    })
    return presentPublicOutputs(ctx, shared.tenant, rows)
  })

  registerEndpoint(app, ctx, api.listPublicIndexes, async (ctx, { query }) => {
    const rows = await listPublicIndexRows(await getPublicProject(ctx, query.id), query.profile_id)
    return rows.map(presentPublicIndex)
  })

  registerEndpoint(app, ctx, api.listPublicDefaultOutputs, async (ctx, { query }) => {
    const { tenant, project } = await getPublicProject(ctx, query.id)
    const includesNulls = query.nulls?.toLowerCase() === 'true'
    const request = { projectId: project.id, documentId: query.document_id, includesNulls }
    return loadDefaultOutputs(tenant, request)
  })

  publicDocumentRoutes(app, ctx)
}

function publicDocumentRoutes(app: FastifyInstance, ctx: Context): void {
  const limitPublicWork = createPublicLimiter()

  registerEndpoint(app, ctx, api.readPublicDocument, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    const document = await getPublicDocument(shared, query.document_id)
    const view = documentViews[query.view_type]
    if (view === 'original') await assertSendable(shared.tenant, document)
    const { data, mimeType } = await limitPublicWork(() =>
      loadDocumentContent(ctx, shared.tenant, { document, view }),
    )
    return { data: { data, mime_type: mimeType }, mime_type: mimeType }
  })

  registerEndpoint(app, ctx, api.listPublicPages, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    const document = await getPublicDocument(shared, query.document_id)
    return { pages: [...(await limitPublicWork(() => loadPages(ctx, shared.tenant, document)))] }
  })

  registerEndpoint(app, ctx, api.drawPublicPage, async (ctx, { query, reply }) => {
    const { page, width } = query
    const shared = await getPublicProject(ctx, query.id)
    const document = await getPublicDocument(shared, query.document_id)
    const { bytes, mimeType } = await limitPublicWork(() =>
      drawPageOfDocument(ctx, shared.tenant, { document, page, width }),
    )
    return reply.headers(pictureHeaders).type(mimeType).send(bytes)
  })
}
