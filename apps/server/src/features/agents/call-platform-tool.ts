import { maxBillableCallsPerHour } from '@recto/contract/agents/agents'
import { AppError } from '../../platform/app-error.ts'
import { type Context, tenantOf } from '../../platform/context.ts'
import { countCall } from '../../platform/db/call-counts.store.ts'
import type { SendRequest } from '../../platform/mcp/api-request.ts'
import type { McpServer, McpToolReply } from '../../platform/mcp/mcp-server.ts'
import type { Agent } from './admit-agent.ts'
import type { PlatformTool } from './define-tool.ts'
import { platformTools } from './platform-tools.ts'
import { toToolReply } from './to-tool-reply.ts'

const secondsOfHour = 3600

type AgentTools = { readonly agent: Agent; readonly send: SendRequest }

/** Returns a function that calls a tool for an agent. */
export function callPlatformTool(ctx: Context, { agent, send }: AgentTools): McpServer['callTool'] {
  return async (name, { args, ...call }): Promise<McpToolReply> => {
    const tool = getTool(name)
    if (tool.isBillable) await countBillableCall(ctx, agent)
    const signal = AbortSignal.any([call.disconnectSignal, call.cancelSignal])
    const agentCall = {
      ...call,
      ctx,
      agent,
      send: (request: Parameters<SendRequest>[0]) => send(request, signal),
    }
    try {
      const result = await tool.run(args, agentCall)
      return 'endpoint' in result ? toToolReply(await agentCall.send(result)) : result
    } catch (error) {
      // The request was broken off, which is no fault.
      if (signal.aborted) return { content: { error: 'The call was cancelled.' }, isError: true }
      throw error
    }
  }
}

function getTool(name: string): PlatformTool {
  const tool = platformTools[name]
  if (!tool) throw new Error(`The tool ${name} has no implementation.`)
  return tool
}

/** Counts a call that may cost money, whether or not it succeeds, and throws if the hour has had enough of them. */
async function countBillableCall(ctx: Pick<Context, 'db'>, { actor }: Agent): Promise<void> {
  const { calls, secondsLeft } = await countCall(tenantOf(ctx, actor), {
    table: 'agent_call_count',
    windowSeconds: secondsOfHour,
  })
  if (calls <= maxBillableCallsPerHour) return
  const minutes = Math.ceil(secondsLeft / 60)
  const detail = `This organization has used its ${maxBillableCallsPerHour} billable calls of this hour. Try again in ${minutes} minutes.`
  throw new AppError('over-limit', [{ code: 'error', detail, attr: null }], {
    retryAfterSeconds: secondsLeft,
  })
}
