import { maxBillableCallsPerHour } from '@recto/contract/agents/agents'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { ApiReply, ApiRequest } from '../../platform/mcp/api-request.ts'
import {
  type McpToolCall,
  type McpToolDefinition,
  type McpToolReply,
  readingHints,
} from '../../platform/mcp/mcp-server.ts'
import type { Agent } from './admit-agent.ts'

/** A call of a tool by an agent, with what tools need. */
export type AgentCall = Omit<McpToolCall, 'args'> & {
  readonly ctx: Context
  readonly agent: Agent
  /** Sends a request to the own API, until the agent has left or cancelled the call. */
  readonly send: (request: ApiRequest) => Promise<ApiReply>
}

/** Does what the tool is for; a request that it returns is sent, and its reply is the reply of the tool. */
type RunTool<ToolArguments> = (
  args: ToolArguments,
  call: AgentCall,
) => ApiRequest | Promise<McpToolReply>

export type PlatformTool = McpToolDefinition & {
  /** Whether a call may cost money, so that calls an hour are limited. */
  readonly isBillable: boolean
  readonly run: RunTool<unknown>
}

type ToolParts<Schema extends z.ZodType> = {
  readonly title: string
  readonly description: string
  readonly input: Schema
  readonly run: RunTool<z.output<Schema>>
}

const defineTool = <Schema extends z.ZodType>(
  { run, ...parts }: ToolParts<Schema>,
  { hints, isBillable }: Pick<PlatformTool, 'hints' | 'isBillable'>,
): PlatformTool => ({
  ...parts,
  hints,
  isBillable,
  // The arguments were parsed by the schema of the tool.
  run: run as RunTool<unknown>,
})

/** Defines a tool that changes nothing. */
export const readingTool = <Schema extends z.ZodType>(parts: ToolParts<Schema>): PlatformTool =>
  defineTool(parts, { hints: readingHints, isBillable: false })

/** Defines a tool that changes a setting; a second call with the same arguments changes nothing more. */
export const settingTool = <Schema extends z.ZodType>(parts: ToolParts<Schema>): PlatformTool =>
  defineTool(parts, {
    hints: {
      readOnlyHint: false,
      openWorldHint: false,
      destructiveHint: false,
      idempotentHint: true,
    },
    isBillable: false,
  })

/** Defines a tool whose first call for a result returns it, and later ones do not. */
export const fetchingTool = <Schema extends z.ZodType>(parts: ToolParts<Schema>): PlatformTool =>
  defineTool(parts, {
    hints: { readOnlyHint: false, openWorldHint: false, destructiveHint: false },
    isBillable: false,
  })

/** Defines a tool that reads documents or asks models, which may cost money. */
export const billableTool = <Schema extends z.ZodType>(parts: ToolParts<Schema>): PlatformTool => {
  const limit = `It may cost money: an organization has ${maxBillableCallsPerHour} such calls an hour.`
  return defineTool(
    { ...parts, description: `${parts.description} ${limit}` },
    {
      hints: {
        readOnlyHint: false,
        openWorldHint: true,
        destructiveHint: false,
        idempotentHint: false,
      },
      isBillable: true,
    },
  )
}
