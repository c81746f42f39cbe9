import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { findWorkflows, type WorkflowRow } from './workflows.store.ts'

type Input = {
  readonly actor: Actor
  readonly createdBy?: number | undefined
  readonly isActive?: boolean | undefined
  readonly order: 'asc' | 'desc'
}

export async function listWorkflows(
  ctx: Pick<Context, 'db'>,
  { actor, ...filter }: Input,
): Promise<WorkflowRow[]> {
  return findWorkflows(tenantOf(ctx, actor), filter)
}
