import { ExtractDocument, GetExecutionStatus, NoArguments } from '@recto/contract/deployments/mcp'
import { z } from 'zod'

export const serverInfo = { name: 'recto', version: '0.1.0' }

export type ToolName = 'readMeFirst' | 'getApiInfo' | 'extractDocument' | 'getExecutionStatus'

type ToolDefinition = {
  readonly title: string
  readonly description: string
  readonly input: z.ZodType
  readonly hints: Readonly<Record<string, boolean>>
}

const reading = { readOnlyHint: true, openWorldHint: false }

/** The tools that a deployment offers to a model. */
export const toolDefinitions: Readonly<Record<ToolName, ToolDefinition>> = {
  readMeFirst: {
    title: 'Read me first',
    description: 'Explains how to use this server: which tool to call when, and what to expect.',
    input: NoArguments,
    hints: reading,
  },
  getApiInfo: {
    title: 'About this API',
    description: 'Returns the purpose, name, URL and limits of this API.',
    input: NoArguments,
    hints: reading,
  },
  extractDocument: {
    title: 'Extract values from documents',
    description:
      'Reads documents and returns the values that this API extracts. Pass public https URLs in document_urls, or the file contents in documents.',
    input: ExtractDocument,
    hints: {
      readOnlyHint: false,
      openWorldHint: true,
      destructiveHint: false,
      idempotentHint: false,
    },
  },
  getExecutionStatus: {
    title: 'Get the result of an execution',
    description:
      'Returns the status of an execution that extractDocument did not wait for, and the result once the execution has ended. Each result is returned only once.',
    input: GetExecutionStatus,
    // Not read-only, because fetching the result acknowledges it: it is returned only once.
    hints: { readOnlyHint: false, openWorldHint: false, destructiveHint: false },
  },
}

export const isTool = (name: string): name is ToolName => Object.hasOwn(toolDefinitions, name)

type ListedTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly annotations: { readonly title: string; readonly [hint: string]: string | boolean }
}

/** Lists the tools in the form of the protocol, each with the JSON schema of its input. */
export const listMcpTools = (): ListedTool[] =>
  Object.entries(toolDefinitions).map(([name, { title, description, input, hints }]) => ({
    name,
    title,
    description,
    inputSchema: { ...z.toJSONSchema(input, { io: 'input' }), type: 'object' },
    annotations: { title, ...hints },
  }))
