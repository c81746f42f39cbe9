import { z } from 'zod'
import { DeploymentListItem } from './deployments.ts'
import { endpoint } from './endpoint.ts'

/** Whether what a project is exported as answers calls, so that an export changes what they get. */
export const getDeploymentUsage = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/check_deployment_usage/',
  who: 'member',
  params: z.object({ tool_id: z.uuid() }),
  reply: z.object({
    is_used: z.boolean(),
    /** For people, such as `API Deployment`. */
    deployment_types: z.array(z.string()),
    message: z.string(),
    is_lookup_dirty: z.boolean(),
  }),
})

/** Which deployments run the tool that was made of a project. */
export const listDeploymentsOfProject = endpoint({
  method: 'GET',
  path: '/api/deployment/by-prompt-studio-tool/',
  who: 'member',
  query: z.object({ tool_id: z.uuid() }),
  reply: z.array(DeploymentListItem),
})
