import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { DeploymentListItem } from './deployments.ts'

/** Whether what a project is exported as answers calls, so that an export changes what they get. */
export const getDeploymentUsage = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/check_deployment_usage/',
  who: 'member',
  params: z.object({ tool_id: z.uuid() }),
  reply: z.object({
    is_used: z.boolean(),
    /** Display text, such as `API Deployment`. */
    deployment_types: z.array(z.string()),
    message: z.string(),
    is_lookup_dirty: z.boolean(),
  }),
})

/** Lists the deployments that run the tool exported from a project. */
export const listDeploymentsOfProject = endpoint({
  method: 'GET',
  path: '/api/deployment/by-prompt-studio-tool/',
  who: 'member',
  query: z.object({ tool_id: z.uuid() }),
  reply: z.array(DeploymentListItem),
})
