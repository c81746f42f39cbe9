import type { Facts } from '@recto/contract/policy/permits'
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
  return (await loadWorkflow(ctx, { actor, id })).workflow
}

/** A workflow that the actor may see, and the facts by which the policy decides what else they may do. */
export type VisibleWorkflow = { readonly workflow: WorkflowRow; readonly facts: Facts }

/** Loads a workflow with its facts. Throws 404 when the actor may not see it. */
export async function loadWorkflow(
  ctx: Pick<Context, 'db'>,
  request: WorkflowRequest,
): Promise<VisibleWorkflow> {
  const visibleWorkflow = await findVisibleWorkflow(ctx, request)
  if (!visibleWorkflow) throw notFound('workflow')
  return visibleWorkflow
}

/** Does the same, but returns `undefined` when the actor may not see it. */
export async function findVisibleWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: WorkflowRequest,
): Promise<VisibleWorkflow | undefined> {
  const tenant = tenantOf(ctx, actor)
  const workflow = await findWorkflow(tenant, id)
  if (!workflow) return undefined
  const facts = await loadWorkflowFacts(tenant, workflow)
  return maySeeWorkflow(actor, facts) ? { workflow, facts } : undefined
}

const deployedMessage =
  'The workflow is deployed, so only its creator and the admins of the organization can change it.'

/** Throws 403 when the workflow is deployed and the actor may not change it. */
export async function getWorkflowToChange(
  ctx: Pick<Context, 'db'>,
  { actor, id }: WorkflowRequest,
): Promise<WorkflowRow> {
  const { workflow, facts } = await loadWorkflow(ctx, { actor, id })
  if (!mayChangeWorkflow(actor, facts)) throw forbidden(deployedMessage)
  return workflow
}
