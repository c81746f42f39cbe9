import * as api from '@recto/contract/prompt-studio/project-files'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../../platform/app-error.ts'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { rejectInvalidText } from '../../../platform/http/reject-invalid-text.ts'
import { recordExport } from '../../organizations/organizations.port.ts'
import { presentProject } from '../projects/map-project.ts'
import { getProject } from '../rows/access.ts'
import { cloneProject, loadPortableProject } from './clone-project.ts'
import { importProject } from './import-project.ts'
import { presentProjectFile, rethrowTransferError } from './map-project-file.ts'
import { assertVersion, readProjectFile } from './read-project-file.ts'
import { syncPrompts } from './sync-prompts.ts'

export function transferRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.cloneProject, async (ctx, { actor, body }) => {
    const { tool_id: projectId, share_id: shareId, tool_name: name } = body
    const copy = await cloneProject(ctx, { actor, projectId, shareId, name }).catch(
      rethrowTransferError,
    )
    return presentProject(ctx, actor, copy)
  })

  registerEndpoint(app, ctx, api.getProjectFile, async (ctx, { actor, params, reply }) => {
    const project = await getProject(ctx, { actor, projectId: params.tool_id })
    const tenant = tenantOf(ctx, actor)
    const file = await presentProjectFile(
      tenant,
      project,
      await loadPortableProject(tenant, project),
    )
    await recordExport(tenant, actor, {
      type: 'project',
      id: project.id,
      name: project.name,
      after: { prompts: file.prompts.length },
    })
    const fileName = encodeURIComponent(`${project.name}_${formatTimestamp(new Date())}.json`)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
    return file
  })

  registerEndpoint(app, ctx, api.importProject, async (ctx, { actor, body, uploads }) => {
    const upload = uploads.find(({ field }) => field === 'file')
    if (!upload) throw invalid('file', 'No file was submitted.', 'required')
    const file = await readProjectFile(ctx, upload, rejectInvalidText)
    const adapters = {
      llmId: body.llm_adapter_id,
      embeddingId: body.embedding_adapter_id,
      vectorDbId: body.vector_db_adapter_id,
      textExtractorId: body.x2text_adapter_id,
    }
    const refusesChanges = body.refuses_changes === 'true'
    const request = { actor, file, adapters, refusesChanges }
    const { project, changes, hasProfile } = await importProject(ctx, request).catch(
      rethrowTransferError,
    )
    return {
      message: `The project “${project.name}” was imported.`,
      tool_id: project.id,
      needs_adapter_config: !hasProfile,
      ...omitUndefined({ warning: changes.length > 0 ? changes.join(' ') : undefined }),
    }
  })

  registerEndpoint(app, ctx, api.syncPrompts, async (ctx, { actor, params, body }) => {
    assertVersion('data', body.data)
    const projectId = params.tool_id
    const file = body.data
    const createsCopy = body.create_copy
    const replacesAll = body.replaces_all
    const request = { actor, projectId, file, createsCopy, replacesAll }
    const result = await syncPrompts(ctx, request)
    const { deletedCount, createdCount, changedCount, backup } = result
    return {
      prompts_deleted: deletedCount,
      prompts_created: createdCount,
      prompts_updated: changedCount,
      tool_settings_updated: true,
      message: `Prompts: ${changedCount} updated, ${createdCount} created, ${deletedCount} deleted.`,
      ...omitUndefined({ backup_tool_id: backup?.id, backup_tool_name: backup?.name }),
    }
  })
}

/** Example: 20260301_080000. */
const formatTimestamp = (time: Date) =>
  time.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')
