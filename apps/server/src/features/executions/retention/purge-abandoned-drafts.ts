import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { lockWorkflowForEdit } from '../../../platform/db/live-workflows.ts'
import { deleteAbandonedDraft } from '../../workflows/workflows.port.ts'
import { findAbandonedDrafts } from './abandoned-drafts.store.ts'

/** Days after the last change or run of a draft. The guide and the pages say so too. */
const maxDraftDays = 30
const maxDrafts = 500

/**
 * Deletes drafts of pipelines that nobody has continued for a month. Executions of their previews are kept as long as
 * other executions. Safe to repeat, and in several processes.
 */
export async function purgeAbandonedDrafts(tenant: Tenant, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - maxDraftDays * 24 * 60 * 60 * 1000)
  for (const id of await findAbandonedDrafts(tenant, { cutoff, limit: maxDrafts })) {
    await inTransaction(tenant, async (transaction) => {
      await lockWorkflowForEdit(transaction, { workflowId: id })
      // Somebody may have continued it before it was locked.
      const [abandonedId] = await findAbandonedDrafts(transaction, { cutoff, limit: 1, id })
      if (abandonedId) await deleteAbandonedDraft(transaction, abandonedId)
    })
  }
}
