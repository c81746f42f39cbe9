import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { deleteFilesOfOrganization } from '../../platform/files/organization-folder.ts'
import { type BoundJob, bindJob, defineJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import { deleteDueAccount } from './deletion/delete-account.ts'
import { type DeleteExternalData, deleteOrganization } from './deletion/delete-organization.ts'
import {
  findDueAccounts,
  findDueOrganizations,
  findRecentlyDeleted,
} from './deletion/deletions.store.ts'

const deleteOrganizationJob = defineJob({
  name: 'organizations/delete-organization',
  payload: z.object({ organizationId: z.number().int() }),
  // Running work of the organization may be in the way for a moment.
  retry: { attempts: 10, isRetryable: () => true },
})

const deleteDueJob = defineJob({ name: 'organizations/delete-due', payload: z.object({}) })

/**
 * Enqueues the deletion of organizations, and deletes accounts, whose delay has passed. The jobs belong to no
 * organization: they would be deleted with it.
 */
export async function deleteDue(ctx: Context, now = new Date()): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  for await (const organizationId of listIds((afterId) => findDueOrganizations(ctx, afterId))) {
    // A job that failed, or ran before the deletion could begin, keeps its key for weeks.
    const key = `delete-organization:${organizationId}:${day}`
    await ctx.jobs.enqueue(deleteOrganizationJob, { organizationId }, { key, organizationId: null })
  }
  // A worker that was reading a document during the deletion may have written a file after it.
  for (const organizationId of await findRecentlyDeleted(ctx)) {
    await deleteFilesOfOrganization(ctx.files, organizationId).catch((error: unknown) => {
      ctx.log.error(
        { organizationId, err: error },
        'late files of an organization were not deleted',
      )
    })
  }
  for await (const userId of listIds((afterId) => findDueAccounts(ctx, afterId))) {
    await deleteDueAccount(ctx, userId).catch((error: unknown) => {
      ctx.log.error(
        { userId, err: error },
        'an account could not be deleted; the next run tries again',
      )
    })
  }
}

/** Lists ids in portions. Each begins after the last id, because what has to wait is still due. */
async function* listIds(findPortion: (afterId: number) => Promise<readonly number[]>) {
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const ids = await findPortion(afterId)
    yield* ids
    afterId = ids.at(-1)
  }
}

/** The jobs; `deleteExternalData` are the functions of modules above this one that store data in other systems. */
export const bindOrganizationJobs = (
  deleteExternalData: readonly DeleteExternalData[],
): readonly BoundJob<Context>[] => [
  bindJob(deleteOrganizationJob, (ctx: Context, { organizationId }) =>
    deleteOrganization(ctx, { organizationId, deleteExternalData }),
  ),
]

export const organizationPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '23 * * * *', ...bindJob(deleteDueJob, (ctx: Context) => deleteDue(ctx)) },
]
