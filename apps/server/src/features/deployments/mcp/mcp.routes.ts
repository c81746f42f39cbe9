import * as api from '@recto/contract/deployments/mcp'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { acceptRawBodies } from '../../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import type { McpServer } from '../../../platform/mcp/mcp-server.ts'
import { describeServer, serveMcp } from '../../../platform/mcp/serve-mcp.ts'
import { admitDeploymentCaller, type DeploymentCaller } from '../admit-caller.ts'
import { callTool } from './call-tool.ts'
import { toolDefinitions } from './mcp-tools.ts'

/** Serves a deployment as a server of the Model Context Protocol. */
export function mcpRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.describeMcp, async (_ctx, { reply }) => {
    reply.header('allow', 'POST')
    return describeServer()
  })

  app.register(async (scope) => {
    acceptRawBodies(scope)
    registerEndpoint(scope, ctx, api.callMcp, async (ctx, { params, request, reply, onSent }) => {
      const { authorization } = request.headers
      const credentials = { slug: params.org, apiName: params.api_name, authorization }
      const admit = async () => toServer(ctx, await admitDeploymentCaller(ctx, credentials))
      return serveMcp(ctx, { admit, request, reply, onSent })
    })
  })
}

function toServer(ctx: Context, caller: DeploymentCaller): McpServer {
  const { id, display_name: name, description } = caller.deployment
  return {
    id,
    instructions: `${name}: ${description || 'reads documents'}. Call readMeFirst.`,
    tools: toolDefinitions,
    callTool: (toolName, call) => callTool(ctx, { ...call, name: toolName, caller }),
  }
}
