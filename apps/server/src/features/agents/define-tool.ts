import { maxBillableCallsPerHour } from '@recto/contract/agents/agents'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import {
  type McpToolCall,
  type McpToolDefinition,
  type McpToolReply,
  readingHints,
} from '../../platform/mcp/mcp-server.ts'
import type { Agent } from './admit-agent.ts'
import type { ApiReply, ApiRequest } from './send-request.ts'

/** A call of a tool by an agent, with what tools need. */
export type AgentCall = Omit<McpToolCall, 'args'> & {
  readonly ctx: Context
  readonly agent: Agent
  /** Sends a request to the own API, until the agent has left or cancelled the call. */
  readonly send: (request: ApiRequest) => Promise<ApiReply>
}

/** What a tool does: one request of the own API, or more than that. */
type RunTool<Args> = (args: Args, call: AgentCall) => ApiRequest | Promise<McpToolReply>

export type PlatformTool = McpToolDefinition & {
  /** Whether a call may cost money, so that calls an hour are limited. */
  readonly isBillable: boolean
  readonly run: RunTool<unknown>
}

type ToolParts<Input extends z.ZodType> = {
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly run: RunTool<z.output<Input>>
}

const defineTool = <Input extends z.ZodType>(
  { run, ...parts }: ToolParts<Input>,
  { hints, isBillable }: Pick<PlatformTool, 'hints' | 'isBillable'>,
): PlatformTool => ({
  ...parts,
  hints,
  isBillable,
  // The arguments were parsed by the schema of the tool.
  run: run as RunTool<unknown>,
})

/** Defines a tool that changes nothing. */
export const readingTool = <Input extends z.ZodType>(parts: ToolParts<Input>): PlatformTool =>
  defineTool(parts, { hints: readingHints, isBillable: false })

/** Defines a tool that changes a setting; a second call with the same arguments changes nothing more. */
export const settingTool = <Input extends z.ZodType>(parts: ToolParts<Input>): PlatformTool =>
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
export const fetchingTool = <Input extends z.ZodType>(parts: ToolParts<Input>): PlatformTool =>
  defineTool(parts, {
    hints: { readOnlyHint: false, openWorldHint: false, destructiveHint: false },
    isBillable: false,
  })

/** Defines a tool that reads documents or asks models, which may cost money. */
export const billableTool = <Input extends z.ZodType>(parts: ToolParts<Input>): PlatformTool => {
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
