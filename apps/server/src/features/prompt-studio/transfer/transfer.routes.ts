import * as api from '@recto/contract/project-files'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { refuseUnstorable } from '../../../platform/http/refuse-unstorable.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentProject } from '../projects/map-project.ts'
import { getProject } from '../rows/get-project.ts'
import { cloneProject, readPortable } from './clone-project.ts'
import { importProject } from './import-project.ts'
import { presentProjectFile, toTransferRefusal } from './map-project-file.ts'
import { assertVersion, readProjectFile } from './read-project-file.ts'
import { syncPrompts } from './sync-prompts.ts'

export function transferRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.cloneProject, async (ctx, { actor, body }) => {
    const { tool_id: projectId, share_id: shareId, tool_name: name } = body
    const copy = await cloneProject(ctx, { actor, projectId, shareId, name }).catch(
      toTransferRefusal,
    )
    return presentProject(ctx, actor, copy)
  })

  serve(app, ctx, api.getProjectFile, async (ctx, { actor, params, reply }) => {
    const project = await getProject(ctx, { actor, projectId: params.tool_id })
    const tenant = tenantOf(ctx, actor)
    const file = await presentProjectFile(tenant, project, await readPortable(tenant, project))
    const fileName = encodeURIComponent(`${project.name}_${stampOf(new Date())}.json`)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
    return file
  })

  serve(app, ctx, api.importProject, async (ctx, { actor, body, uploads }) => {
    const upload = uploads.find(({ field }) => field === 'file')
    if (!upload) throw invalid('file', 'No file was submitted.', 'required')
    const file = await readProjectFile(ctx, upload, refuseUnstorable)
    const adapters = {
      llm: body.llm_adapter_id,
      embedding: body.embedding_adapter_id,
      vectorDb: body.vector_db_adapter_id,
      textExtractor: body.x2text_adapter_id,
    }
    const { project, changes, hasProfile } = await importProject(ctx, { actor, file, adapters })
    return {
      message: `The project “${project.name}” was imported.`,
      tool_id: project.id,
      needs_adapter_config: !hasProfile,
      ...(changes.length > 0 && { warning: changes.join(' ') }),
    }
  })

  serve(app, ctx, api.syncPrompts, async (ctx, { actor, params, body }) => {
    assertVersion('data', body.data)
    const projectId = params.tool_id
    const file = body.data
    const createsCopy = body.create_copy
    const done = await syncPrompts(ctx, { actor, projectId, file, createsCopy })
    const { deleted, created, changed, backup } = done
    return {
      prompts_deleted: deleted,
      prompts_created: created,
      prompts_updated: changed,
      tool_settings_updated: true,
      message: `${changed} prompts are kept, ${created} are new, ${deleted} are deleted.`,
      ...(backup && { backup_tool_id: backup.id, backup_tool_name: backup.name }),
    }
  })
}

/** 20260301_080000 */
const stampOf = (time: Date) =>
  time.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')
