import { permits } from '@recto/contract/permits'
import type { Act } from '@recto/contract/policy'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { accessOf } from '../../../platform/db/sharing.ts'
import type { ProjectRow } from './projects.store.ts'

type Deed = Extract<Act, `project/${string}` | 'profile/open'>

/**
 * Whether the actor may do it to a project that they see, or to something of it that has an owner of
 * its own and is shared as the project is.
 */
export async function mayWithProject(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  deed: Deed,
  { project, part = project }: { project: ProjectRow; part?: Pick<ProjectRow, 'created_by'> },
): Promise<boolean> {
  const { id, shared_to_org } = project
  const access = (await accessOf(tenantOf(ctx, actor), 'project', [id]))(id)
  const { created_by } = part
  return permits(actor, deed, { created_by, shared_to_org, ...access })
}
