import type { FieldEdits } from '@recto/contract/wire/fields'
import type { workflowFields } from '@recto/contract/workflows/workflow-fields'
import { invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordWorkflow, toWorkflowAuditValues } from './record-workflow.ts'
import { insertWorkflow, type WorkflowRow } from './workflows.store.ts'

type CreateWorkflowRequest = {
  readonly actor: Actor
} & FieldEdits<typeof workflowFields> & { readonly name: string }

export async function createWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, ...values }: CreateWorkflowRequest,
): Promise<WorkflowRow> {
  const { userId } = actor
  const fields = { ...values, createdBy: userId, modifiedBy: userId }
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const workflow = await insertWorkflow(tenant, fields)
    if (!workflow) throw createNameTakenError()
    await recordWorkflow(tenant, actor, {
      done: 'created',
      workflow,
      after: toWorkflowAuditValues(workflow),
    })
    return workflow
  })
}

export const createNameTakenError = () =>
  invalid('name', 'A workflow with this name already exists.')
