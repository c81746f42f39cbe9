import { conflict, forbidden } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getWorkflow } from './get-workflow.ts'
import { workflowFacts } from './workflow-facts.ts'
import { mayDeleteWorkflow } from './workflows.policy.ts'
import { removeWorkflow } from './workflows.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** Its executions stay: they carry what they need. */
export async function deleteWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<void> {
  const workflow = await getWorkflow(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  if (!mayDeleteWorkflow(actor, await workflowFacts(tenant, workflow))) throw forbidden()
  if (!(await removeWorkflow(tenant, id))) throw conflict(workflowInUse)
}

const workflowInUse =
  'Cannot delete this Workflow, since it is used in one or many of the API/ETL/Task pipelines'
