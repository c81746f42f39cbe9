import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getWorkflow } from './get-workflow.ts'
import { isWorkflowUsed } from './workflows.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** False while a deployment is built on it: its ends must stay as they are. */
export async function canUpdateWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<boolean> {
  await getWorkflow(ctx, { actor, id })
  return !(await isWorkflowUsed(tenantOf(ctx, actor), id))
}
