import { deploymentSharing } from '@recto/contract/sharing'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { deploymentFacts } from './deployment-facts.ts'
import { getDeployment } from './get-deployment.ts'

type Asked = { readonly actor: Actor; readonly id: string }

/** How API deployments are shared. */
export const sharedDeployments = {
  table: 'api_deployment',
  noun: 'deployment',
  endpoints: deploymentSharing,
  isOpenBecause: 'Everybody in the organization has its API deployments.',
  async find(ctx: Context, asked: Asked) {
    const deployment = await getDeployment(ctx, asked)
    const facts = await deploymentFacts(tenantOf(ctx, asked.actor), deployment)
    return { id: deployment.id, name: deployment.display_name, facts }
  },
} as const
