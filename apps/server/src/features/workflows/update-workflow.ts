import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { createNameTakenError } from './create-workflow.ts'
import { getWorkflowToChange } from './get-workflow.ts'
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
  await getWorkflowToChange(ctx, { actor, id })
  const updatedWorkflow = await changeWorkflow(tenantOf(ctx, actor), id, {
    ...changes,
    modifiedBy: actor.userId,
  })
  if (!updatedWorkflow) throw createNameTakenError()
  return updatedWorkflow
}
