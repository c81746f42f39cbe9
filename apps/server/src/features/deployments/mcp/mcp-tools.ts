import { ExtractDocument, GetExecutionStatus, NoArguments } from '@recto/contract/deployments/mcp'
import { type McpTools, readingHints } from '../../../platform/mcp/mcp-server.ts'

/** The tools that a deployment offers to a model. */
export const toolDefinitions = {
  readMeFirst: {
    title: 'Read me first',
    description: 'Explains how to use this server: which tool to call when, and what to expect.',
    input: NoArguments,
    hints: readingHints,
  },
  getApiInfo: {
    title: 'About this API',
    description: 'Returns the purpose, name, URL and limits of this API.',
    input: NoArguments,
    hints: readingHints,
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
} satisfies McpTools
