import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { createNameTakenError } from './create-workflow.ts'
import { getWorkflowToChange } from './get-workflow.ts'
import { recordWorkflow, toWorkflowAuditValues } from './record-workflow.ts'
import { changeWorkflow, type WorkflowRow } from './workflows.store.ts'

type UpdateWorkflowRequest = {
  readonly actor: Actor
  readonly id: string
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly promptText?: string | undefined
  readonly isActive?: boolean | undefined
}

export async function updateWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id, ...changes }: UpdateWorkflowRequest,
): Promise<WorkflowRow> {
  const workflow = await getWorkflowToChange(ctx, { actor, id })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const updatedWorkflow = await changeWorkflow(tenant, id, {
      ...changes,
      modifiedBy: actor.userId,
    })
    if (!updatedWorkflow) throw createNameTakenError()
    await recordWorkflow(tenant, actor, {
      done: 'changed',
      workflow: updatedWorkflow,
      before: toWorkflowAuditValues(workflow),
      after: toWorkflowAuditValues(updatedWorkflow),
    })
    return updatedWorkflow
  })
}
