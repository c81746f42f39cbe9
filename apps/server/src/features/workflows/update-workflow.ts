import type { FieldEdits } from '@recto/contract/wire/fields'
import type { workflowFields } from '@recto/contract/workflows/workflow-fields'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { lockWorkflowForEdit } from '../../platform/db/live-workflows.ts'
import { createNameTakenError } from './create-workflow.ts'
import { applyPublishingSetting } from './edit-workflow.ts'
import { getWorkflowToChange } from './get-workflow.ts'
import { recordWorkflow, toWorkflowAuditValues } from './record-workflow.ts'
import { changeWorkflow, type WorkflowRow } from './workflows.store.ts'

type UpdateWorkflowRequest = {
  readonly actor: Actor
  readonly id: string
} & FieldEdits<typeof workflowFields>

export async function updateWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id, ...changes }: UpdateWorkflowRequest,
): Promise<WorkflowRow> {
  const workflow = await getWorkflowToChange(ctx, { actor, id })
  const isSettingChanged =
    changes.changesNeedPublishing !== undefined &&
    changes.changesNeedPublishing !== workflow.changes_need_publishing
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    if (isSettingChanged) await lockWorkflowForEdit(tenant, { workflowId: id })
    const updatedWorkflow = await changeWorkflow(tenant, id, {
      ...changes,
      modifiedBy: actor.userId,
    })
    if (!updatedWorkflow) throw createNameTakenError()
    if (isSettingChanged) {
      await applyPublishingSetting(tenant, { workflow: updatedWorkflow, userId: actor.userId })
    }
    await recordWorkflow(tenant, actor, {
      done: 'changed',
      workflow: updatedWorkflow,
      before: toWorkflowAuditValues(workflow),
      after: toWorkflowAuditValues(updatedWorkflow),
    })
    return updatedWorkflow
  })
}
