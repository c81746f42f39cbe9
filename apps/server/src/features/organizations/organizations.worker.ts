import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { deleteFilesOfOrganization } from '../../platform/files/organization-folder.ts'
import { type BoundJob, bindJob, defineJob, type PeriodicJob } from '../../platform/work/jobs.ts'
import { deleteDueAccount } from './deletion/delete-account.ts'
import { deleteOrganization } from './deletion/delete-organization.ts'
import {
  findDueAccounts,
  findDueOrganizations,
  findRecentlyDeleted,
} from './deletion/deletions.store.ts'

const deleteOrganizationJob = defineJob({
  name: 'organizations/delete-organization',
  payload: z.object({ organizationId: z.number().int() }),
})

const deleteDueJob = defineJob({ name: 'organizations/delete-due', payload: z.object({}) })

/**
 * Enqueues the deletion of organizations, and deletes accounts, whose delay has passed. The jobs belong to no
 * organization: they would be deleted with it.
 */
export async function deleteDue(ctx: Context): Promise<void> {
  for (const organizationId of await findDueOrganizations(ctx)) {
    const key = `delete-organization:${organizationId}`
    await ctx.jobs.enqueue(deleteOrganizationJob, { organizationId }, { key, organizationId: null })
  }
  // A worker that was reading a document during the deletion may have written a file after it.
  for (const formerId of await findRecentlyDeleted(ctx)) {
    await deleteFilesOfOrganization(ctx.files, formerId)
  }
  for (const userId of await findDueAccounts(ctx)) await deleteDueAccount(ctx, userId)
}

export const organizationJobs: readonly BoundJob<Context>[] = [
  bindJob(deleteOrganizationJob, (ctx: Context, { organizationId }) =>
    deleteOrganization(ctx, organizationId),
  ),
]

export const organizationPeriodicJobs: readonly PeriodicJob<Context>[] = [
  { cron: '23 * * * *', ...bindJob(deleteDueJob, (ctx: Context) => deleteDue(ctx)) },
]
