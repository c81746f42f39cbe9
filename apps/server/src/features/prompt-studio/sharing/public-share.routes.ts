import * as api from '@recto/contract/public-shares'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { headersOfPicture } from '../documents/documents.routes.ts'
import { pictureOf } from '../documents/draw-page.ts'
import { pagesOf } from '../documents/list-pages.ts'
import { documentViews, presentDocument } from '../documents/map-document.ts'
import { contentOf } from '../documents/read-document.ts'
import { selectChoices } from '../projects/map-choices.ts'
import { getPublicProject } from '../rows/get-public-project.ts'
import { defaultOutputsOf } from '../runs/list-outputs.ts'
import {
  presentPublicAdapters,
  presentPublicIndex,
  presentPublicOutputs,
  presentPublicProfiles,
  presentPublicProject,
} from './map-public.ts'
import {
  assertSendable,
  getPublicDocument,
  listPublicDocuments,
  listPublicIndexRows,
  listPublicOutputRows,
  openPublicTurns,
} from './read-public.ts'

/** What everybody who has the link of a project may read of it. */
export function publicShareRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getPublicProject, async (ctx, { query }) =>
    presentPublicProject(await getPublicProject(ctx, query.id)),
  )

  serve(app, ctx, api.listPublicDocuments, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    return (await listPublicDocuments(shared)).map(presentDocument)
  })

  serve(app, ctx, api.getPublicChoices, async (ctx, { query }) => {
    await getPublicProject(ctx, query.id)
    return selectChoices
  })

  serve(app, ctx, api.listPublicProfiles, async (ctx, { query }) =>
    presentPublicProfiles(await getPublicProject(ctx, query.id)),
  )

  serve(app, ctx, api.listPublicAdapters, async (ctx, { query }) =>
    presentPublicAdapters(await getPublicProject(ctx, query.id), query.adapter_type),
  )

  serve(app, ctx, api.listPublicOutputs, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    const rows = await listPublicOutputRows(shared, {
      promptId: query.prompt_id,
      documentId: query.document_manager,
      profileId: query.profile_manager,
      isSinglePass: query.is_single_pass_extract?.toLowerCase() === 'true',
    })
    return presentPublicOutputs(ctx, shared.tenant, rows)
  })

  serve(app, ctx, api.listPublicIndexes, async (ctx, { query }) => {
    const rows = await listPublicIndexRows(await getPublicProject(ctx, query.id), query.profile_id)
    return rows.map(presentPublicIndex)
  })

  serve(app, ctx, api.listPublicDefaultOutputs, async (ctx, { query }) => {
    const { tenant, project } = await getPublicProject(ctx, query.id)
    const tellsNulls = query.nulls?.toLowerCase() === 'true'
    const wanted = { projectId: project.id, documentId: query.document_id, tellsNulls }
    return defaultOutputsOf(tenant, wanted)
  })

  publicDocumentRoutes(app, ctx)
}

function publicDocumentRoutes(app: FastifyInstance, ctx: Context): void {
  const inTurn = openPublicTurns()

  serve(app, ctx, api.readPublicDocument, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    const document = await getPublicDocument(shared, query.document_id)
    const view = documentViews[query.view_type]
    if (view === 'original') await assertSendable(shared.tenant, document)
    const { data, mimeType } = await inTurn(() => contentOf(ctx, shared.tenant, { document, view }))
    return { data: { data, mime_type: mimeType }, mime_type: mimeType }
  })

  serve(app, ctx, api.listPublicPages, async (ctx, { query }) => {
    const shared = await getPublicProject(ctx, query.id)
    const document = await getPublicDocument(shared, query.document_id)
    return { pages: [...(await inTurn(() => pagesOf(ctx, shared.tenant, document)))] }
  })

  serve(app, ctx, api.drawPublicPage, async (ctx, { query, reply }) => {
    const { page, width } = query
    const shared = await getPublicProject(ctx, query.id)
    const document = await getPublicDocument(shared, query.document_id)
    const { bytes, mimeType } = await inTurn(() =>
      pictureOf(ctx, shared.tenant, { document, page, width }),
    )
    return reply.headers(headersOfPicture).type(mimeType).send(bytes)
  })
}
