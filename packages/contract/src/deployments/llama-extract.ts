import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/**
 * Extraction as the current clients of LlamaIndex ask for it. Its like here is an API deployment: a saved
 * configuration is one, named by its id or its API name, and its key opens it.
 */

const key = { who: 'key', refusals: 'detail' } as const
const base = '/api/v2/extract'

/** Fields that are not named here stand beside these, so that the server can refuse them by name. */
const ExtractRequest = z.looseObject({
  file_input: z.string().max(200),
  configuration_id: z.string().max(200).nullish(),
  configuration: z.unknown().optional(),
})
export type ExtractRequest = z.output<typeof ExtractRequest>

const FieldMetadata = z.object({
  confidence: z.number().nullable(),
  citation: z.array(z.object({ page: z.number().int(), matching_text: z.string() })),
})

const ExtractJob = z.object({
  id: z.string(),
  project_id: z.string(),
  status: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  created_at: z.string(),
  updated_at: z.string(),
  file_input: z.string(),
  configuration_id: z.string(),
  error_message: z.string().nullable(),
  extract_result: z.record(z.string(), z.unknown()).nullable(),
  extract_metadata: z
    .object({
      field_metadata: z.object({ document_metadata: z.record(z.string(), FieldMetadata) }),
    })
    .optional(),
})
export type ExtractJob = z.output<typeof ExtractJob>

export const startLlamaExtract = endpoint({
  ...key,
  method: 'POST',
  path: base,
  body: ExtractRequest,
  reply: ExtractJob,
})

export const getLlamaExtract = endpoint({
  ...key,
  method: 'GET',
  path: `${base}/:job_id`,
  params: z.object({ job_id: z.uuid() }),
  query: z.object({
    expand: z
      .union([z.string().max(200), z.array(z.string().max(200)).max(20)])
      .transform((value) => [value].flat())
      .default([]),
  }),
  reply: ExtractJob,
})
