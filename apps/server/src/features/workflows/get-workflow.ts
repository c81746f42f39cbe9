import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadWorkflowFacts } from './workflow-facts.ts'
import { mayChangeWorkflow, maySeeWorkflow } from './workflows.policy.ts'
import { findWorkflow, type WorkflowRow } from './workflows.store.ts'

type WorkflowRequest = { readonly actor: Actor; readonly id: string }

export async function getWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: WorkflowRequest,
): Promise<WorkflowRow> {
  const workflow = await findWorkflow(tenantOf(ctx, actor), id)
  if (!workflow || !maySeeWorkflow(actor, workflow)) throw notFound('workflow')
  return workflow
}

const deployedMessage =
  'The workflow is deployed, so only its creator and the admins of the organization can change it.'

/** Throws 403 when the workflow is deployed and the actor may not change it. */
export async function getWorkflowToChange(
  ctx: Pick<Context, 'db'>,
  { actor, id }: WorkflowRequest,
): Promise<WorkflowRow> {
  const workflow = await getWorkflow(ctx, { actor, id })
  const facts = await loadWorkflowFacts(tenantOf(ctx, actor), workflow)
  if (!mayChangeWorkflow(actor, facts)) throw forbidden(deployedMessage)
  return workflow
}
