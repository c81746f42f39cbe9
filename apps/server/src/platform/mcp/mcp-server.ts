import { z } from 'zod'

/** Clients see this name, and the version of the tools. */
export const serverInfo = { name: 'recto', version: '0.1.0' }

export type McpToolDefinition = {
  readonly title: string
  readonly description: string
  readonly input: z.ZodType
  readonly hints: Readonly<Record<string, boolean>>
}

export type McpTools = Readonly<Record<string, McpToolDefinition>>

/** A call of a tool, whose arguments are valid. */
export type McpToolCall = {
  readonly args: unknown
  /** Aborts when the caller has disconnected. */
  readonly disconnectSignal: AbortSignal
  /** Aborts when the caller has cancelled the call. */
  readonly cancelSignal: AbortSignal
  readonly reportProgress: (progress: {
    readonly done: number
    readonly total: number
  }) => Promise<void>
  /** Registers a callback that runs once the whole response was sent. */
  readonly onSent: (callback: () => Promise<void>) => void
}

/** Reply of a tool, for a model to read. */
export type McpToolReply = { readonly content: unknown; readonly isError: boolean }

/** A server offers tools to agents at one address. */
export type McpServer = {
  /** Cancellations of a caller reach its calls of the server with this id. */
  readonly id: string
  readonly instructions: string
  readonly tools: McpTools
  /** Throws the refusals of the use case, which the caller reads. */
  callTool(name: string, call: McpToolCall): Promise<McpToolReply>
}

/** Annotations of a tool that changes nothing. */
export const readingHints = { readOnlyHint: true, openWorldHint: false }

type ListedTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly annotations: { readonly title: string; readonly [hint: string]: string | boolean }
}

/** Lists the tools in the form of the protocol, each with the JSON schema of its input. */
export const listMcpTools = (tools: McpTools): ListedTool[] =>
  Object.entries(tools).map(([name, { title, description, input, hints }]) => ({
    name,
    title,
    description,
    inputSchema: { ...z.toJSONSchema(input, { io: 'input' }), type: 'object' },
    annotations: { title, ...hints },
  }))
