import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { adoptProject } from '../../prompt-studio/prompt-studio.port.ts'
import { getSimpleProject } from '../rows/get-simple-project.ts'
import { beginKeeping, findKept, noteKept } from '../rows/simple-kept.store.ts'

type Input = { readonly actor: Actor; readonly id: string }
type Kept = { readonly projectId: string; readonly isNew: boolean }

/**
 * Makes a project of the actor's own of a visitor's: prompts and documents. An organization does that once; whoever
 * asks again, or at the same time, gets the same project.
 */
export async function keepSimpleProject(ctx: Context, { actor, id }: Input): Promise<Kept> {
  const { row, tenant: from, projectId } = await getSimpleProject(ctx, id)
  return ctx.db.transaction().execute(async (db) => {
    const tenant = tenantOf({ db }, actor)
    if (!(await beginKeeping(tenant, row.id))) {
      const known = await findKept(tenant, row.id)
      if (!known) throw conflict('The project is being taken along. Try again in a moment.')
      return { projectId: known, isNew: false }
    }
    const own = await adoptProject({ ...ctx, db }, { actor, from, projectId })
    await noteKept(tenant, { simpleProjectId: row.id, projectId: own.id })
    return { projectId: own.id, isNew: true }
  })
}
