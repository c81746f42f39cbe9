import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { allWorkflowNames, fieldsOfWorkflow, workflowNames } from '../workflows/workflows.port.ts'

type Needs = Pick<Context, 'db'>

const mostWorkflows = 1000

/** Whose files can be looked at: every workflow of the organization, by name. */
export const listReviewable = (ctx: Needs, { actor }: { readonly actor: Actor }) =>
  allWorkflowNames(tenantOf(ctx, actor), mostWorkflows)

type OfWorkflow = { readonly actor: Actor; readonly workflowId: string }

/** What rules of a workflow can speak of; `undefined` while it has no tool. */
export async function listRuleFields(
  ctx: Needs,
  { actor, workflowId }: OfWorkflow,
): Promise<readonly string[] | undefined> {
  const tenant = tenantOf(ctx, actor)
  if (!(await workflowNames(tenant, [workflowId])).has(workflowId)) {
    throw notFound('workflow')
  }
  return fieldsOfWorkflow(ctx, tenant, workflowId)
}
