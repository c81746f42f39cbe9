import { conflict, forbidden } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { getWorkflow } from './get-workflow.ts'
import { recordWorkflow, toWorkflowAuditValues } from './record-workflow.ts'
import { loadWorkflowFacts } from './workflow-facts.ts'
import { mayDeleteWorkflow } from './workflows.policy.ts'
import { removeWorkflow } from './workflows.store.ts'

type DeleteWorkflowRequest = { readonly actor: Actor; readonly id: string }

const inUseMessage =
  'Cannot delete this Workflow, since it is used in one or many of the API/ETL/Task pipelines'

/** Deletes a workflow. Its executions stay, because they contain what they need. */
export async function deleteWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeleteWorkflowRequest,
): Promise<void> {
  const workflow = await getWorkflow(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  if (!mayDeleteWorkflow(actor, await loadWorkflowFacts(tenant, workflow))) throw forbidden()
  await inTransaction(tenant, async (transaction) => {
    // The refusal of the database has aborted the transaction, so it must be thrown inside it.
    if (!(await removeWorkflow(transaction, id))) throw conflict(inUseMessage)
    await recordWorkflow(transaction, actor, {
      done: 'deleted',
      workflow,
      before: toWorkflowAuditValues(workflow),
    })
  })
}
