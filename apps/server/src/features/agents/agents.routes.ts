import * as api from '@recto/contract/agents/agents'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { createRequestSender } from '../../platform/mcp/send-request.ts'
import { registerMcp } from '../../platform/mcp/serve-mcp.ts'
import { admitAgent } from './admit-agent.ts'
import { callPlatformTool } from './call-platform-tool.ts'
import { platformTools } from './platform-tools.ts'

/** Serves an organization as a server of the Model Context Protocol. */
export function agentRoutes(app: FastifyInstance, ctx: Context): void {
  registerMcp(app, ctx, {
    describe: api.describeOrganizationMcp,
    call: api.callOrganizationMcp,
    async admit(request) {
      const { org } = api.callOrganizationMcp.params.parse(request.params)
      const { headers, ip: address } = request
      const agent = await admitAgent(ctx, { slug: org, headers, address })
      const { id, name } = agent.actor.organization
      const send = createRequestSender(app, ctx.config, request)
      return {
        id: `organization/${id}`,
        instructions: `${name}: projects, workflows, deployments and documents of an organization. Call readMeFirst.`,
        tools: platformTools,
        callTool: callPlatformTool(ctx, { agent, send }),
      }
    },
  })
}
