import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { workflowFacts } from './workflow-facts.ts'
import { mayChangeWorkflow, maySeeWorkflow } from './workflows.policy.ts'
import { findWorkflow, type WorkflowRow } from './workflows.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<WorkflowRow> {
  const workflow = await findWorkflow(tenantOf(ctx, actor), id)
  if (!workflow || !maySeeWorkflow(actor, workflow)) throw notFound('workflow')
  return workflow
}

/** Throws 403 where others rely on it as it is. */
export async function getWorkflowToChange(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<WorkflowRow> {
  const workflow = await getWorkflow(ctx, { actor, id })
  const facts = await workflowFacts(tenantOf(ctx, actor), workflow)
  if (!mayChangeWorkflow(actor, facts)) throw forbidden(deployed)
  return workflow
}

const deployed =
  'The workflow is deployed, so only who made it and the admins of the organization can change it.'
