import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  findMatchedFields,
  findWorkflowNamesById,
  listAllWorkflowNames,
  type WorkflowFields,
} from '../workflows/workflows.port.ts'
import { assertReadable } from './assert-readable.ts'

type ListReviewableDependencies = Pick<Context, 'db'>

const maxWorkflows = 1000

/** Lists the workflows whose files can be reviewed: all of the organization, ordered by name. */
export const listReviewable = (
  ctx: ListReviewableDependencies,
  { actor }: { readonly actor: Actor },
) => listAllWorkflowNames(tenantOf(ctx, actor), maxWorkflows)

type WorkflowReference = { readonly actor: Actor; readonly workflowId: string }

/**
 * Returns the fields to which the rules of a workflow can refer; `undefined` while it has no tool.
 */
export async function listRuleFields(
  ctx: ListReviewableDependencies,
  { actor, workflowId }: WorkflowReference,
): Promise<WorkflowFields | undefined> {
  await assertReadable(ctx, { actor, workflowId })
  const tenant = tenantOf(ctx, actor)
  if (!(await findWorkflowNamesById(tenant, [workflowId])).has(workflowId)) {
    throw notFound('workflow')
  }
  return findMatchedFields(ctx, tenant, workflowId)
}
