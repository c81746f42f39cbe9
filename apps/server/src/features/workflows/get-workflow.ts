import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { findWorkflow, type WorkflowRow } from './workflows.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<WorkflowRow> {
  const workflow = await findWorkflow(tenantOf(ctx, actor), id)
  if (!workflow) throw notFound('workflow')
  return workflow
}
