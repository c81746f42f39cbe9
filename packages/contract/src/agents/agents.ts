import { z } from 'zod'
import {
  documentCount,
  ExtractDocument,
  GetExecutionStatus,
  hasDocuments,
  McpDescription,
} from '../deployments/mcp.ts'
import { ExecutionStatus } from '../executions/executions.ts'
import { maxSchemaLength } from '../text-service/extract-by-schema.ts'
import { SplitMode } from '../text-service/split.ts'
import { endpoint } from '../wire/endpoint.ts'
import { bodyLimits } from '../wire/limits.ts'

/**
 * An organization as a server of the Model Context Protocol, for agents with a platform key that may write. It is off
 * until an admin allows agents. Each request carries one message and returns its reply.
 */
const params = z.object({ org: z.string() })

/** The reply is JSON, or a stream of events if the caller accepts one. */
export const callOrganizationMcp = endpoint({
  method: 'POST',
  path: '/api/v1/{product}/:org/mcp/',
  who: 'key',
  accepts: 'raw',
  bodySize: 'texts',
  params,
  reply: z.unknown(),
})

/** No stream is kept open for a caller: the reply says what the server is, with 405. */
export const describeOrganizationMcp = endpoint({
  method: 'GET',
  path: '/api/v1/{product}/:org/mcp/',
  who: 'key',
  status: 405,
  params,
  reply: McpDescription,
})

/** Calls that cost money, of all agents of an organization together. */
export const maxBillableCallsPerHour = 50

const project_id = z.uuid().describe('The ID of a Prompt Studio project (tool_id in lists).')
const document_id = z.uuid().describe('The ID of a document of the project.')
const workflow_id = z.uuid().describe('The ID of a workflow.')
const api_name = z.string().min(1).max(255).describe('The api_name of an API deployment.')

export const OfProject = z.strictObject({ project_id })
export const OfWorkflow = z.strictObject({ workflow_id })
export const SetDeploymentActive = z.strictObject({ api_name, is_active: z.boolean() })
export const SetPipelineActive = z.strictObject({ pipeline_id: z.uuid(), active: z.boolean() })
export const OfPipeline = z.strictObject({ pipeline_id: z.uuid() })
export const FindExecutions = z.strictObject({
  workflow_id: workflow_id.optional(),
  status: ExecutionStatus.optional(),
})
export const OfExecution = z.strictObject({ execution_id: z.uuid() })
export const OfDocument = z.strictObject({ project_id, document_id })
export const AskPrompt = z.strictObject({
  project_id,
  document_id,
  prompt_id: z.uuid().describe('The ID of a prompt of the project, from listPrompts.'),
  profile_manager_id: z
    .uuid()
    .optional()
    .describe('The ID of an LLM profile; the one of the prompt by default.'),
})
export const AskPrompts = z.strictObject({
  project_id,
  document_id,
  prompt_ids: z.array(z.uuid()).min(1).max(100),
})

export const ExtractByDeployment = z
  .strictObject({ api_name, ...ExtractDocument.shape })
  .omit({ llm_profile_id: true })
  .refine(hasDocuments, documentCount)
export type ExtractByDeployment = z.output<typeof ExtractByDeployment>

export { GetExecutionStatus }

const document = {
  document_url: z
    .url({ protocol: /^https$/ })
    .max(4000)
    .optional()
    .describe('A public HTTPS URL of the document.'),
  content: z
    .base64()
    .min(1)
    .max(bodyLimits.texts)
    .optional()
    .describe('The contents of the document, base64-encoded, if it has no public URL.'),
  file_name: z.string().min(1).max(255).optional().describe('The name of the file.'),
}

type OneDocument = {
  readonly document_url?: string | undefined
  readonly content?: string | undefined
}
const hasOneDocument = ({ document_url, content }: OneDocument): boolean =>
  (document_url === undefined) !== (content === undefined)
const oneDocument = {
  path: ['document_url'],
  message: 'Provide the document as document_url or as content.',
}

export const ExtractValues = z
  .strictObject({
    ...document,
    json_schema: z
      .record(z.string(), z.unknown())
      .refine((schema) => JSON.stringify(schema).length <= maxSchemaLength, {
        message: `A schema can have at most ${maxSchemaLength} characters.`,
      })
      .describe('A JSON Schema of the values; descriptions of its fields are the questions.'),
    model: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .optional()
      .describe(
        'The name of a language model of the organization; the built-in extractor by default.',
      ),
  })
  .refine(hasOneDocument, oneDocument)

export const SplitDocument = z
  .strictObject({
    ...document,
    mode: SplitMode.default('automatic'),
    pages_per_part: z.number().int().min(1).max(5000).optional(),
  })
  .refine(hasOneDocument, oneDocument)

export const OfSplit = z.strictObject({
  split_hash: z.string().min(1).max(200).describe('The split_hash that splitDocument returned.'),
})

export const FindLookupRows = z.strictObject({
  table_id: z.uuid().describe('The ID of a lookup table.'),
  search: z
    .string()
    .trim()
    .max(255)
    .default('')
    .describe('Words of the row; its first 25 rows by default.'),
})
