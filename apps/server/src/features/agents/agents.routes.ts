import * as api from '@recto/contract/agents/agents'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { acceptRawBodies } from '../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { describeServer, serveMcp } from '../../platform/mcp/serve-mcp.ts'
import { admitAgent } from './admit-agent.ts'
import { callPlatformTool } from './call-platform-tool.ts'
import { platformTools } from './platform-tools.ts'
import { createRequestSender } from './send-request.ts'

/** Serves an organization as a server of the Model Context Protocol. */
export function agentRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.describeOrganizationMcp, async (_ctx, { reply }) => {
    reply.header('allow', 'POST')
    return describeServer()
  })

  app.register(async (scope) => {
    acceptRawBodies(scope)
    registerEndpoint(
      scope,
      ctx,
      api.callOrganizationMcp,
      async (ctx, { params, request, reply, onSent }) => {
        const admit = async () => {
          const agent = await admitAgent(ctx, { slug: params.org, headers: request.headers })
          const send = createRequestSender(app, ctx.config, request)
          const { id, name } = agent.actor.organization
          return {
            id: `organization/${id}`,
            instructions: `${name}: projects, workflows, deployments and documents of an organization. Call readMeFirst.`,
            tools: platformTools,
            callTool: callPlatformTool(ctx, { agent, send }),
          }
        }
        return serveMcp(ctx, { admit, request, reply, onSent })
      },
    )
  })
}
