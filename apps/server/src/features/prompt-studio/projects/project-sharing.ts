import { projectSharing } from '@recto/contract/organizations/sharing'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadAccess } from '../../../platform/db/sharing.ts'
import { getProject } from '../rows/access.ts'

type FindProjectRequest = { readonly actor: Actor; readonly id: string }

export const projectSharingConfig = {
  table: 'project',
  noun: 'project',
  endpoints: projectSharing,
  async find(ctx: Pick<Context, 'db'>, { actor, id }: FindProjectRequest) {
    const project = await getProject(ctx, { actor, projectId: id })
    const access = await loadAccess(tenantOf(ctx, actor), 'project', [id])
    const { created_by, shared_to_org } = project
    return { id, name: project.name, facts: { created_by, shared_to_org, ...access(id) } }
  },
} as const
