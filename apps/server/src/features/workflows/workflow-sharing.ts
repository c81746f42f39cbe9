import { workflowSharing } from '@recto/contract/organizations/sharing'
import type { Actor, Context } from '../../platform/context.ts'
import { loadDeployRight } from './deploy-right.ts'
import { loadWorkflow } from './get-workflow.ts'

type WorkflowRequest = { readonly actor: Actor; readonly id: string }

/** Describes the sharing of workflows for the shared endpoints. */
export const workflowSharingTarget = {
  table: 'workflow',
  noun: 'workflow',
  endpoints: workflowSharing,
  async find(ctx: Context, request: WorkflowRequest) {
    const { workflow, facts } = await loadWorkflow(ctx, request)
    return { id: workflow.id, name: workflow.name, facts }
  },
  loadDeployRight,
} as const
