import * as api from '@recto/contract/prompt-studio'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { getProject } from './get-project.ts'
import { listProjects } from './list-projects.ts'
import { presentProject, presentProjects, presentProjectUsers } from './present-project.ts'
import { selectChoices } from './select-choices.ts'
import { updateProject } from './update-project.ts'

export function projectRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getSelectChoices, async () => selectChoices)

  serve(app, ctx, api.listProjects, async (ctx, { actor }) =>
    presentProjects(ctx, actor, await listProjects(ctx, actor)),
  )

  serve(app, ctx, api.createProject, async (ctx, { actor, body }) =>
    presentProject(ctx, actor, await createProject(ctx, { actor, fields: body })),
  )

  serve(app, ctx, api.getProject, async (ctx, { actor, params }) =>
    presentProject(ctx, actor, await getProject(ctx, { actor, projectId: params.tool_id })),
  )

  for (const endpoint of [api.updateProject, api.patchProject]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const change = { actor, projectId: params.tool_id, changes: body }
      return presentProject(ctx, actor, await updateProject(ctx, change))
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
