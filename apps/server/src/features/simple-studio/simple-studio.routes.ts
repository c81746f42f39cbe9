import * as api from '@recto/contract/simple-studio/simple-studio'
import { simpleStudioLimits } from '@recto/contract/wire/limits'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { assertHuman } from '../../platform/outbound/assert-human.ts'
import {
  documentViews,
  readProjectDocument,
  updateProject,
} from '../prompt-studio/prompt-studio.port.ts'
import { admitUpload } from './documents/admit-upload.ts'
import { deleteSimpleDocument } from './documents/delete-simple-document.ts'
import { indexSimpleDocument } from './documents/index-simple-document.ts'
import { uploadSimpleDocument } from './documents/upload-simple-document.ts'
import { downloadExcel } from './excel/download-excel.ts'
import { takeOfAddress } from './limits/limit-visitors.ts'
import { createSimpleProject } from './projects/create-simple-project.ts'
import { keepSimpleProject } from './projects/keep-simple-project.ts'
import { presentSimpleDocument, presentSimpleProject } from './projects/present-simple-project.ts'
import { simplePromptRoutes } from './prompts/simple-prompts.routes.ts'
import { asUuid, getSimpleProject } from './rows/get-simple-project.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function simpleStudioRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getSimpleSettings, async ({ config }) => {
    const { isOpen, humanCheck, retentionDays } = config.simpleStudio
    return {
      is_open: isOpen,
      human_check: humanCheck ? { kind: humanCheck.kind, site_key: humanCheck.siteKey } : null,
      keep_days: retentionDays,
      most_documents: simpleStudioLimits.documents,
      most_pages: simpleStudioLimits.pages,
      most_bytes_of_document: simpleStudioLimits.bytesOfDocument,
    }
  })

  registerEndpoint(app, ctx, api.createSimpleProject, async (ctx, { body, request }) => {
    const newProject = { name: body.tool_name, address: request.ip }
    return presentSimpleProject(ctx, await createSimpleProject(ctx, newProject))
  })

  registerEndpoint(app, ctx, api.getSimpleProject, async (ctx, { params }) =>
    presentSimpleProject(ctx, await getSimpleProject(ctx, params.id)),
  )

  registerEndpoint(app, ctx, api.renameSimpleProject, async (ctx, { params, body, request }) => {
    const project = await getSimpleProject(ctx, params.id)
    await takeOfAddress(ctx, request.ip, 'changes')
    const { actor, projectId } = project
    await updateProject(ctx, { actor, projectId, changes: { name: body.tool_name } })
    return presentSimpleProject(ctx, project)
  })

  registerEndpoint(app, ctx, api.downloadSimpleExcel, async (ctx, { query, request, reply }) => {
    const project = await getSimpleProject(ctx, query.sps_id)
    await takeOfAddress(ctx, request.ip, 'reads')
    const { fileName, bytes } = await downloadExcel(ctx, project)
    return reply.headers(headersOfWorkbook(fileName)).type(workbookType).send(Buffer.from(bytes))
  })

  registerEndpoint(app, ctx, api.keepSimpleProject, async (ctx, { actor, body }) => {
    const { projectId, isNew } = await keepSimpleProject(ctx, { actor, id: body.sps_id })
    return { tool_id: projectId, is_new: isNew }
  })

  documentRoutes(app, ctx)
  simplePromptRoutes(app, ctx)
}

const headersOfWorkbook = (name: string) => ({
  'cache-control': 'private, no-store',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
})

function documentRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.uploadSimpleDocument, {
    admit: (ctx, { headers, ip }) =>
      admitUpload(ctx, { contentLength: headers['content-length'], address: ip }),
    handle: async (ctx, { body, uploads, request }) => {
      const project = await getSimpleProject(ctx, body.sps_project_id)
      await assertHuman(ctx, { token: body.recaptcha_token, address: request.ip })
      const files = uploads.filter(({ field }) => field === 'file')
      return presentSimpleDocument(ctx, project, await uploadSimpleDocument(ctx, project, files))
    },
  })

  registerEndpoint(app, ctx, api.readSimpleDocument, async (ctx, { query, request }) => {
    const { actor, projectId } = await getSimpleProject(ctx, query.sps_project_id)
    await takeOfAddress(ctx, request.ip, 'reads')
    const { data, mimeType } = await readProjectDocument(ctx, {
      actor,
      projectId,
      documentId: asUuid(query.document_id, 'document'),
      view: documentViews[query.view_type],
    })
    return { data: { data, mime_type: mimeType }, mime_type: mimeType }
  })

  registerEndpoint(app, ctx, api.deleteSimpleDocument, async (ctx, { params, query, request }) => {
    const project = await getSimpleProject(ctx, query.sps_project_id)
    await takeOfAddress(ctx, request.ip, 'changes')
    await deleteSimpleDocument(ctx, project, asUuid(params.id, 'document'))
    return undefined
  })

  registerEndpoint(app, ctx, api.indexSimpleDocument, async (ctx, { body, request }) => {
    const project = await getSimpleProject(ctx, body.sps_id)
    const documentId = asUuid(body.document_id, 'document')
    const indexRequest = { documentId, address: request.ip }
    return presentSimpleDocument(
      ctx,
      project,
      await indexSimpleDocument(ctx, project, indexRequest),
    )
  })
}
