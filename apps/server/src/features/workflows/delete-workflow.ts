import { conflict, forbidden } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { countFilesInReview } from '../../platform/db/referrers.ts'
import { rememberClosed } from '../../platform/db/sharing.ts'
import type { Doer } from '../organizations/organizations.port.ts'
import { loadWorkflow } from './get-workflow.ts'
import { recordWorkflow, toWorkflowAuditValues } from './record-workflow.ts'
import { withdrawReviewsJob } from './workflows.jobs.ts'
import { mayDeleteWorkflow } from './workflows.policy.ts'
import { findWorkflow, removeWorkflow, type WorkflowRow } from './workflows.store.ts'

type DeleteWorkflowRequest = {
  readonly actor: Actor
  readonly id: string
  /** Whether the runs of its documents in review are stopped; otherwise people finish them. */
  readonly withdrawsReviews: boolean
}

const inUseMessage =
  'Cannot delete this Workflow, since it is used in one or many of the API/ETL/Task pipelines'

/** Deletes a workflow. Its executions stay, because they contain what they need. */
export async function deleteWorkflow(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { actor, id, withdrawsReviews }: DeleteWorkflowRequest,
): Promise<void> {
  const { workflow, facts } = await loadWorkflow(ctx, { actor, id })
  if (!mayDeleteWorkflow(actor, facts)) throw forbidden()
  const tenant = tenantOf(ctx, actor)
  await inTransaction(tenant, async (transaction) => {
    const inReviewCount = await countFilesInReview(transaction, id)
    const hasChoice = inReviewCount > 0 || withdrawsReviews
    const choice = { in_review: withdrawsReviews ? 'withdraw' : 'keep', documents: inReviewCount }
    await removeAndRecord(transaction, actor, workflow, hasChoice ? choice : undefined)
    if (!withdrawsReviews) return
    const { db, organizationId } = transaction
    const payload = { organizationId, workflowId: id, userId: actor.userId }
    const key = `withdraw-reviews:${id}`
    await ctx.jobs.enqueue(withdrawReviewsJob, payload, { key, organizationId, db })
  })
}

async function removeAndRecord(
  transaction: Tenant,
  doer: Doer,
  workflow: WorkflowRow,
  reviewChoice?: object,
): Promise<void> {
  await rememberClosed(transaction, { table: 'workflow', id: workflow.id })
  // The refusal of the database has aborted the transaction, so it must be thrown inside it.
  if (!(await removeWorkflow(transaction, workflow.id))) throw conflict(inUseMessage)
  await recordWorkflow(transaction, doer, {
    done: 'deleted',
    workflow,
    before: toWorkflowAuditValues(workflow),
    after: reviewChoice,
  })
}

const retention = { userId: null, email: 'retention on the server' }

/**
 * Deletes the draft of a pipeline that nobody has continued. Call it in a transaction that has locked the workflow. Does
 * nothing if the workflow is gone or was deployed meanwhile.
 */
export async function deleteAbandonedDraft(transaction: Tenant, id: string): Promise<void> {
  const workflow = await findWorkflow(transaction, id)
  if (workflow?.is_pipeline_draft) await removeAndRecord(transaction, retention, workflow)
}
