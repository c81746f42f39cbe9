import * as api from '@recto/contract/prompt-studio'
import { defaultPostamble, defaultPreamble } from '@recto/extraction/default-instructions'
import { defaultSummaryPrompt } from '@recto/extraction/default-summary-prompt'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { serve } from '../../../platform/http/serve.ts'
import { listOrPage } from '../../../platform/wanted-list.ts'
import { serveSharing } from '../../organizations/organizations.port.ts'
import { getProject } from '../rows/get-project.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { countListed, listProjects } from './list-projects.ts'
import { selectChoices } from './map-choices.ts'
import {
  newProject,
  presentProject,
  presentProjects,
  presentProjectUsers,
  projectChanges,
  toProjectRefusal,
} from './map-project.ts'
import { wantedProjects } from './map-project-page.ts'
import { sharedProjects } from './project-sharing.ts'
import { retrievalStrategies } from './retrieval-strategies.ts'
import { updateProject } from './update-project.ts'

export function projectRoutes(app: FastifyInstance, ctx: Context): void {
  serveSharing(app, ctx, sharedProjects)
  serve(app, ctx, api.getSelectChoices, async () => selectChoices)

  serve(app, ctx, api.getDefaultTexts, async () => ({
    preamble: defaultPreamble,
    postamble: defaultPostamble,
    summarize_prompt: defaultSummaryPrompt,
  }))

  serve(app, ctx, api.listProjects, async (ctx, { actor, query, request }) => {
    const hasPrompts = query.include_prompts?.toLowerCase() !== 'false'
    const wanted = wantedProjects(query)
    return listOrPage({
      window: wanted.window,
      find: () => listProjects(ctx, actor, wanted),
      count: () => countListed(ctx, actor, wanted),
      present: (projects) => presentProjects(ctx, actor, projects, { hasPrompts }),
      url: () => new URL(request.url, linkOriginOf(request, ctx.config)),
    })
  })

  serve(app, ctx, api.createProject, async (ctx, { actor, body }) => {
    const project = await createProject(ctx, { actor, ...newProject(body) }).catch(toProjectRefusal)
    return presentProject(ctx, actor, project)
  })

  serve(app, ctx, api.getProject, async (ctx, { actor, params }) =>
    presentProject(ctx, actor, await getProject(ctx, { actor, projectId: params.tool_id })),
  )

  serve(app, ctx, api.getRetrievalStrategies, async (ctx, { actor, params }) => {
    await getProject(ctx, { actor, projectId: params.tool_id })
    return retrievalStrategies
  })

  serve(app, ctx, api.validateLookups, async (ctx, { actor, params }) => {
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
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changed = { actor, projectId: params.tool_id, ...projectChanges(body) }
      const project = await updateProject(ctx, changed).catch(toProjectRefusal)
      return presentProject(ctx, actor, project)
    })
  }

  serve(app, ctx, api.deleteProject, async (ctx, { actor, params }) => {
    await deleteProject(ctx, { actor, projectId: params.tool_id })
    return undefined
  })

  serve(app, ctx, api.listProjectUsers, async (ctx, { actor, params }) =>
    presentProjectUsers(ctx, actor, await getProject(ctx, { actor, projectId: params.tool_id })),
  )
}
