import { workflowSharing } from '@recto/contract/organizations/sharing'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadDeployRight } from './deploy-right.ts'
import { getWorkflow } from './get-workflow.ts'
import { loadWorkflowFacts } from './workflow-facts.ts'

type WorkflowRequest = { readonly actor: Actor; readonly id: string }

/** Describes the sharing of workflows for the shared endpoints. */
export const workflowSharingTarget = {
  table: 'workflow',
  noun: 'workflow',
  endpoints: workflowSharing,
  isOpenBecause: 'Workflows are always shared with everyone in the organization.',
  async find(ctx: Context, request: WorkflowRequest) {
    const workflow = await getWorkflow(ctx, request)
    const facts = await loadWorkflowFacts(tenantOf(ctx, request.actor), workflow)
    return { id: workflow.id, name: workflow.name, facts }
  },
  loadDeployRight,
} as const
