import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { deleteDocumentsOfOrganization } from '../../documents/documents.port.ts'
import { findActor, removeVisitors } from '../../organizations/organizations.port.ts'
import { deleteProject } from '../../prompt-studio/prompt-studio.port.ts'
import { listExpiredRows, type SimpleProjectRow } from '../rows/simple-projects.store.ts'
import { forgetOldUses } from '../rows/simple-use.store.ts'

const portion = 100

/** Deletes the expired projects of visitors with all their data. Returns how many were deleted. */
export async function removeExpired(ctx: Context): Promise<number> {
  await forgetOldUses(ctx)
  const { retentionDays } = ctx.config.simpleStudio
  let removedCount = 0
  for (const row of await listExpiredRows(ctx, { keepDays: retentionDays, limit: portion })) {
    try {
      await remove(ctx, row)
      removedCount += 1
    } catch (error) {
      // The next run tries again, and the other projects need not wait for it.
      ctx.log.error({ reason: describeFailure(error) }, 'a simple project could not be removed')
    }
  }
  return removedCount
}

/**
 * Deletes one project. Each step can be repeated. The row that refers to the rest is deleted after
 * everything but files.
 */
async function remove(ctx: Context, row: SimpleProjectRow): Promise<void> {
  const tenant = { db: ctx.db, organizationId: row.organization_id }
  const actor = await findActor(tenant, row.user_id)
  if (!actor) throw new Error('The visitors of the project are gone.')
  await deleteProject(ctx, { actor, projectId: row.project_id }).catch(unlessGone)
  await ctx.db.transaction().execute((db) => removeVisitors({ db }, actor))
  await deleteDocumentsOfOrganization(ctx, tenant)
}

/** An earlier run may already have deleted it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error
}
