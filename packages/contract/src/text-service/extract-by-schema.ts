import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Flag } from './text-service.ts'

/**
 * Extracts the values that a JSON Schema describes from one document, without a project. The reply has them if they are
 * ready in time; otherwise it names a job, which is asked for until it is finished.
 */

const key = { who: 'key' } as const

/** A schema that is longer has more than anybody asks of a document. */
export const maxSchemaLength = 100_000

/** Seconds that a request may wait for its values. */
const maxWaitSeconds = 300
const defaultWaitSeconds = 60

/** The document is the only file of a form, the base64 text, or what is at the address. */
const ExtractBySchemaRequest = z.object({
  /** The JSON Schema; in a form, its text. */
  schema: z.union([z.string().max(maxSchemaLength), z.record(z.string(), z.unknown())]),
  /** Name or id of a language model of the organization; the built-in extractor by default. */
  model: z.string().trim().max(255).optional(),
  url: z.string().max(8000).optional(),
  base64_string: z.base64().optional(),
  file_name: z.string().max(1024).default(''),
  /** The reply names the job at once if this is 0. */
  wait_seconds: z.coerce.number().int().min(0).max(maxWaitSeconds).default(defaultWaitSeconds),
  /** Whether data that the file has for machines, such as that of an e-invoice, answers first. */
  reads_embedded_data: z.union([z.boolean(), Flag]).default(true),
  /** The usage of pages is listed by tag. */
  tag: z.string().max(1024).default('extract'),
})
export type ExtractBySchemaRequest = z.output<typeof ExtractBySchemaRequest>

const Location = z.object({
  /** The first page has number 0. */
  page: z.number().int(),
  /** Left, top, right and bottom in points, from the top left corner of the page as displayed. */
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  quote: z.string(),
  /** Names the data for machines that has the value; absent for printed text. */
  source: z.string().optional(),
  /** Whether the place speaks against the value. */
  contradicts: z.literal(true).optional(),
})

const ExtractedField = z.object({
  /** 0 to 1; null if no word of the document supports the value. */
  confidence: z.number().min(0).max(1).nullable(),
  evidence: z.array(Location),
  /** Says how the value was found or why it is missing; null if nothing is known of it. */
  explanation: z.string().nullable(),
})
export type ExtractedField = z.output<typeof ExtractedField>

const ExtractedValues = z.object({
  /** They have the shape of the schema. */
  values: z.unknown(),
  /** For each single value, and each list that was not found, by its JSON Pointer in `values`. */
  fields: z.record(z.string(), ExtractedField),
  /** Sentences for people that say what of the document or of the schema is missing. */
  warnings: z.array(z.string()),
  pages: z.number().int(),
})
export type ExtractedValues = z.output<typeof ExtractedValues>

const ValuesJob = z.object({
  job_id: z.string(),
  status: z.enum(['accepted', 'processing', 'processed', 'error']),
  message: z.string(),
  /** Null until the status is `processed`. */
  result: ExtractedValues.nullable(),
})
export type ValuesJob = z.output<typeof ValuesJob>

/** 200 with the result, or 202 if it is not ready in time. */
export const extractBySchema = endpoint({
  ...key,
  method: 'POST',
  path: '/api/v2/extract-by-schema',
  accepts: 'multipart',
  bodySize: 'texts',
  body: ExtractBySchemaRequest,
  reply: ValuesJob,
})

/** Can be asked for as often as wanted while the job is kept. */
export const getExtractBySchema = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/extract-by-schema/:job_id',
  params: z.object({ job_id: z.uuid() }),
  reply: ValuesJob,
})
