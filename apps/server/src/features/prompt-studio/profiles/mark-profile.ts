import { notFound } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { findProfile, moveFlag } from '../rows/profiles.store.ts'
import { lockProject } from '../rows/projects.store.ts'

type Marked = { readonly projectId: string; readonly profileId: string }

/** The profile that documents are indexed with and that prompts without their own run with. */
export const markDefault = (tenant: Tenant, marked: Marked) => mark(tenant, 'is_default', marked)

export const markSummarizer = (tenant: Tenant, marked: Marked) =>
  mark(tenant, 'is_summarizer', marked)

async function mark(
  tenant: Tenant,
  flag: Parameters<typeof moveFlag>[1],
  marked: Marked,
): Promise<void> {
  await inTransaction(tenant, async (within) => {
    await lockProject(within, marked.projectId)
    const profile = await findProfile(within, marked.profileId)
    if (profile?.project_id !== marked.projectId) throw notFound('profile')
    await moveFlag(within, flag, marked)
  })
}
