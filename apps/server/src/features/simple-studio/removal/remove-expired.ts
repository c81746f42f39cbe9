import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { forgetOrganization } from '../../documents/documents.port.ts'
import { findActor, removeVisitors } from '../../organizations/organizations.port.ts'
import { deleteProject } from '../../prompt-studio/prompt-studio.port.ts'
import { listExpiredRows, type SimpleProjectRow } from '../rows/simple-projects.store.ts'
import { forgetOldUses } from '../rows/simple-use.store.ts'

const portion = 100

/** Removes what visitors have left: all of each project whose time is over. Returns how many went. */
export async function removeExpired(ctx: Context): Promise<number> {
  await forgetOldUses(ctx)
  const { keepDays } = ctx.config.simpleStudio
  let removed = 0
  for (const row of await listExpiredRows(ctx, { keepDays, limit: portion })) {
    try {
      await remove(ctx, row)
      removed += 1
    } catch (error) {
      // The next round tries again; the others need not wait for it.
      ctx.log.error({ reason: describeFailure(error) }, 'a simple project could not be removed')
    }
  }
  return removed
}

/** Each step can be repeated. The row that leads to all of it goes last, and then only files can be left. */
async function remove(ctx: Context, row: SimpleProjectRow): Promise<void> {
  const tenant = { db: ctx.db, organizationId: row.organization_id }
  const actor = await findActor(tenant, row.user_id)
  if (!actor) throw new Error('The visitors of the project are gone.')
  await deleteProject(ctx, { actor, projectId: row.project_id }).catch(unlessGone)
  await ctx.db.transaction().execute((db) => removeVisitors({ db }, actor))
  await forgetOrganization(ctx, tenant)
}

/** An earlier round may have come so far. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
}
