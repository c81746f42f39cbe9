import { deploymentSharing } from '@recto/contract/organizations/sharing'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { deploymentFacts } from './deployment-facts.ts'
import { getDeployment } from './get-deployment.ts'

type DeploymentSharingRequest = { readonly actor: Actor; readonly id: string }

/** Describes API deployments to the sharing feature. */
export const sharedDeployments = {
  table: 'api_deployment',
  noun: 'deployment',
  endpoints: deploymentSharing,
  async find(ctx: Context, request: DeploymentSharingRequest) {
    const deployment = await getDeployment(ctx, request)
    const facts = await deploymentFacts(tenantOf(ctx, request.actor), deployment)
    return { id: deployment.id, name: deployment.display_name, facts }
  },
} as const
