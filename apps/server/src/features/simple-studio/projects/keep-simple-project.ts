import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { adoptProject } from '../../prompt-studio/prompt-studio.port.ts'
import { getSimpleProject } from '../rows/get-simple-project.ts'
import { beginKeeping, findKept, noteKept } from '../rows/simple-kept.store.ts'

type KeepSimpleProjectRequest = { readonly actor: Actor; readonly id: string }
type KeepSimpleProjectEntry = { readonly projectId: string; readonly isNew: boolean }

/**
 * Copies a visitor's project, with prompts and documents, into the actor's organization. This
 * happens once per organization; repeated or concurrent calls return the same project.
 */
export async function keepSimpleProject(
  ctx: Context,
  { actor, id }: KeepSimpleProjectRequest,
): Promise<KeepSimpleProjectEntry> {
  const { row, tenant: from, projectId } = await getSimpleProject(ctx, id)
  return ctx.db.transaction().execute(async (db) => {
    const tenant = tenantOf({ db }, actor)
    if (!(await beginKeeping(tenant, row.id))) {
      const adoptedId = await findKept(tenant, row.id)
      if (!adoptedId)
        throw conflict('The project is being copied to your account. Try again in a moment.')
      return { projectId: adoptedId, isNew: false }
    }
    const own = await adoptProject({ ...ctx, db }, { actor, sourceTenant: from, projectId })
    await noteKept(tenant, { simpleProjectId: row.id, projectId: own.id })
    return { projectId: own.id, isNew: true }
  })
}
