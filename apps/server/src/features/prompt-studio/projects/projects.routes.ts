import * as api from '@recto/contract/prompt-studio/prompt-studio'
import { defaultPostamble, defaultPreamble } from '@recto/extraction/assemble-prompt'
import { defaultSummaryPrompt } from '@recto/extraction/summarise'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { listOrPage } from '../../../platform/list-query.ts'
import { offeredAdapters } from '../../adapters/adapters.port.ts'
import { serveSharing } from '../../organizations/organizations.port.ts'
import { getProject } from '../rows/access.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { countListedProjects, listProjects } from './list-projects.ts'
import { selectChoices, toChoices } from './map-choices.ts'
import {
  parseProjectListQuery,
  presentProject,
  presentProjects,
  presentProjectUsers,
  rethrowProjectError,
  toNewProject,
  toProjectChanges,
} from './map-project.ts'
import { projectSharingConfig } from './project-sharing.ts'
import { retrievalStrategies } from './retrieval-strategies.ts'
import { updateProject } from './update-project.ts'

export function projectRoutes(app: FastifyInstance, ctx: Context): void {
  serveSharing(app, ctx, projectSharingConfig)
  registerEndpoint(app, ctx, api.getSelectChoices, async () => selectChoices)

  registerEndpoint(app, ctx, api.getAdapterChoices, async (ctx, { actor }) => {
    const tenant = tenantOf(ctx, actor)
    return {
      llm: toChoices(await offeredAdapters(tenant, actor, 'llm')),
      embedding_model: toChoices(await offeredAdapters(tenant, actor, 'embedding')),
      vector_store: toChoices(await offeredAdapters(tenant, actor, 'vector-db')),
      x2text: toChoices(await offeredAdapters(tenant, actor, 'text-extractor')),
    }
  })

  registerEndpoint(app, ctx, api.getDefaultTexts, async () => ({
    preamble: defaultPreamble,
    postamble: defaultPostamble,
    summarize_prompt: defaultSummaryPrompt,
  }))

  registerEndpoint(app, ctx, api.listProjects, async (ctx, { actor, query, request }) => {
    const hasPrompts = query.include_prompts?.toLowerCase() !== 'false'
    const listQuery = parseProjectListQuery(query)
    return listOrPage({
      page: listQuery.page,
      find: () => listProjects(ctx, actor, listQuery),
      count: () => countListedProjects(ctx, actor, listQuery),
      present: (projects) => presentProjects(ctx, actor, projects, { hasPrompts }),
      url: () => new URL(request.url, getLinkOrigin(request, ctx.config)),
    })
  })

  registerEndpoint(app, ctx, api.createProject, async (ctx, { actor, body }) => {
    const project = await createProject(ctx, { actor, ...toNewProject(body) }).catch(
      rethrowProjectError,
    )
    return presentProject(ctx, actor, project)
  })

  registerEndpoint(app, ctx, api.getProject, async (ctx, { actor, params }) =>
    presentProject(ctx, actor, await getProject(ctx, { actor, projectId: params.tool_id })),
  )

  registerEndpoint(app, ctx, api.getRetrievalStrategies, async (ctx, { actor, params }) => {
    await getProject(ctx, { actor, projectId: params.tool_id })
    return retrievalStrategies
  })

  registerEndpoint(app, ctx, api.validateLookups, async (ctx, { actor, params }) => {
    const project = await getProject(ctx, { actor, projectId: params.tool_id })
    return {
      ok: true,
      draft_lookups: [],
      multi_var_lookups: [],
      incomplete_lookups: [],
      single_pass_enabled: project.single_pass,
    }
  })

  for (const endpoint of [api.updateProject, api.patchProject]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const request = { actor, projectId: params.tool_id, ...toProjectChanges(body) }
      const project = await updateProject(ctx, request).catch(rethrowProjectError)
      return presentProject(ctx, actor, project)
    })
  }

  registerEndpoint(app, ctx, api.deleteProject, async (ctx, { actor, params }) => {
    await deleteProject(ctx, { actor, projectId: params.tool_id })
    return undefined
  })

  registerEndpoint(app, ctx, api.listProjectUsers, async (ctx, { actor, params }) =>
    presentProjectUsers(ctx, actor, await getProject(ctx, { actor, projectId: params.tool_id })),
  )
}
