import { z } from 'zod'
import { TagName } from '../executions/tags.ts'
import { endpoint } from '../wire/endpoint.ts'
import { bodyLimits } from '../wire/limits.ts'
import { maxRunFiles } from './deployment-runs.ts'

/**
 * Exposes a deployment as a Model Context Protocol server: each request carries one message and
 * returns its reply.
 */
const params = z.object({ org: z.string(), api_name: z.string() })

/** A server describes itself to callers that send no message. */
export const McpDescription = z.object({
  name: z.string(),
  version: z.string(),
  protocolVersion: z.string(),
  transport: z.literal('http'),
  authMethods: z.array(z.string()),
})

/** The answer comes as JSON, or as a stream of events where the caller reads one. */
export const callMcp = endpoint({
  method: 'POST',
  path: '/deployment/api/:org/:api_name/mcp',
  who: 'key',
  accepts: 'raw',
  bodySize: 'texts',
  params,
  reply: z.unknown(),
})

/** No stream is kept open for a caller: this says what the server is, with 405. */
export const describeMcp = endpoint({
  method: 'GET',
  path: '/deployment/api/:org/:api_name/mcp',
  who: 'key',
  status: 405,
  params,
  reply: McpDescription,
})

const parts = {
  include_metadata: z.boolean().default(false).describe('Also return where each value was found.'),
  include_metrics: z.boolean().default(false).describe('Also return how long each step took.'),
  include_extracted_text: z
    .boolean()
    .default(false)
    .describe('Also return the text of each document.'),
}

const InlineDocument = z.object({
  name: z.string().min(1).max(255).describe('The name of the file, such as invoice.pdf.'),
  content: z
    .base64()
    .min(1, 'The document is empty.')
    .max(bodyLimits.texts)
    .describe('The contents of the file, base64-encoded.'),
})

type DocumentsOfCall = {
  readonly document_urls: readonly unknown[]
  readonly documents: readonly unknown[]
}

export function hasDocuments({ document_urls, documents }: DocumentsOfCall): boolean {
  const count = document_urls.length + documents.length
  return count > 0 && count <= maxRunFiles
}
export const documentCount = {
  path: ['document_urls'],
  message: `Provide 1 to ${maxRunFiles} documents in document_urls or documents.`,
}

export const ExtractDocument = z
  .strictObject({
    document_urls: z
      .array(z.url({ protocol: /^https$/ }).max(4000))
      .max(maxRunFiles)
      .default([])
      .describe('Public HTTPS URLs of the documents.'),
    documents: z
      .array(InlineDocument)
      .max(maxRunFiles)
      .default([])
      .describe('The documents themselves, if they do not have a public URL.'),
    timeout: z
      .number()
      .int()
      .min(-1)
      .max(300)
      .default(30)
      .describe('Seconds to wait for the result. With 0 or -1, the call returns immediately.'),
    ...parts,
    tags: z.array(TagName).max(1).default([]).describe('Tags the execution.'),
    llm_profile_id: z
      .uuid()
      .optional()
      .describe('Extracts every field with this LLM profile instead of the exported one.'),
  })
  .refine(hasDocuments, documentCount)
export type ExtractDocument = z.output<typeof ExtractDocument>

export const GetExecutionStatus = z.strictObject({
  execution_id: z.uuid().describe('The ID that extractDocument returned.'),
  ...parts,
})
export type GetExecutionStatus = z.output<typeof GetExecutionStatus>

export const NoArguments = z.strictObject({})
