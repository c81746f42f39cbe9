import * as api from '@recto/contract/deployments/mcp'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerMcp } from '../../../platform/mcp/serve-mcp.ts'
import { admitDeploymentCaller } from '../admit-caller.ts'
import { callTool } from './call-tool.ts'
import { toolDefinitions } from './mcp-tools.ts'

/** Serves a deployment as a server of the Model Context Protocol. */
export function mcpRoutes(app: FastifyInstance, ctx: Context): void {
  registerMcp(app, ctx, {
    describe: api.describeMcp,
    call: api.callMcp,
    async admit({ headers: { authorization }, params }) {
      const { org, api_name: apiName } = api.callMcp.params.parse(params)
      const caller = await admitDeploymentCaller(ctx, { slug: org, apiName, authorization })
      const { id, display_name: name, description } = caller.deployment
      return {
        id,
        instructions: `${name}: ${description || 'reads documents'}. Call readMeFirst.`,
        tools: toolDefinitions,
        callTool: (toolName, call) => callTool(ctx, { ...call, name: toolName, caller }),
      }
    },
  })
}
