import { workflowSharing } from '@recto/contract/sharing'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getWorkflow } from './get-workflow.ts'
import { workflowFacts } from './workflow-facts.ts'

type Asked = { readonly actor: Actor; readonly id: string }

/** How workflows are shared. */
export const sharedWorkflows = {
  table: 'workflow',
  noun: 'workflow',
  endpoints: workflowSharing,
  isOpenBecause: 'Everybody in the organization has its workflows.',
  async find(ctx: Context, asked: Asked) {
    const workflow = await getWorkflow(ctx, asked)
    const facts = await workflowFacts(tenantOf(ctx, asked.actor), workflow)
    return { id: workflow.id, name: workflow.name, facts }
  },
} as const
