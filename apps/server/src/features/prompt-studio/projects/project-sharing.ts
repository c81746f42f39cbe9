import { projectSharing } from '@recto/contract/sharing'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { accessOf } from '../../../platform/db/sharing.ts'
import { getProject } from '../rows/get-project.ts'

type Asked = { readonly actor: Actor; readonly id: string }

/** How projects are shared. */
export const sharedProjects = {
  table: 'project',
  noun: 'project',
  endpoints: projectSharing,
  async find(ctx: Pick<Context, 'db'>, { actor, id }: Asked) {
    const project = await getProject(ctx, { actor, projectId: id })
    const access = await accessOf(tenantOf(ctx, actor), 'project', [id])
    const { created_by, shared_to_org } = project
    return { id, name: project.name, facts: { created_by, shared_to_org, ...access(id) } }
  },
} as const
