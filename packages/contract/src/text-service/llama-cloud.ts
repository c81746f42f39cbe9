import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/**
 * The wire of the current clients of LlamaIndex: files that are uploaded once, and jobs that parse them. The
 * older wire is in `parsers.ts`. What Recto has no equal for is refused by name.
 */

const key = { who: 'key', refusals: 'detail' } as const
const filesBase = '/api/v1/beta/files'
const parseBase = '/api/v2/parse'

/** A query names one value or several under the same name. */
const Several = z
  .union([z.string().max(200), z.array(z.string().max(200)).max(1000)])
  .transform((value) => [value].flat())

/** A token is the number of rows before the page, which the database must be able to count. */
const maxTokenDigits = 9

/** A page of a list: its size, and where it starts. */
const pageQuery = {
  page_size: z.coerce.number().int().min(1).max(1000).default(100),
  page_token: z
    .string()
    .max(maxTokenDigits)
    .regex(/^\d*$/, 'Send the token of the last page.')
    .optional(),
}
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next_page_token: z.string().nullable(),
    total_size: z.number().int().nullable(),
  })

const LlamaFile = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.string(),
  download_url: z.null(),
  expires_at: z.string().nullable(),
  external_file_id: z.string().nullable(),
  file_type: z.string().nullable(),
  last_modified_at: z.string().nullable(),
  purpose: z.string().nullable(),
})
export type LlamaFile = z.output<typeof LlamaFile>

const OfFile = z.object({ file_id: z.uuid() })

export const createLlamaFile = endpoint({
  ...key,
  method: 'POST',
  path: filesBase,
  accepts: 'multipart',
  body: z.object({
    purpose: z.string().max(100).default('user_data'),
    external_file_id: z.string().max(1000).optional(),
  }),
  reply: LlamaFile,
})

const FileFilter = {
  file_name: z.string().max(1000).nullish(),
  external_file_id: z.string().max(1000).nullish(),
}
const llamaFileOrders = ['created_at', 'name', 'id'] as const
const FileOrder = z.enum(llamaFileOrders, `Choose from ${llamaFileOrders.join(', ')}.`)

export const listLlamaFiles = endpoint({
  ...key,
  method: 'GET',
  path: filesBase,
  query: z.object({
    ...FileFilter,
    ...pageQuery,
    file_ids: Several.optional(),
    order_by: FileOrder.default('created_at'),
  }),
  reply: pageOf(LlamaFile),
})

/** The older form of the list. */
export const queryLlamaFiles = endpoint({
  ...key,
  method: 'POST',
  path: `${filesBase}/query`,
  body: z.object({
    filter: z
      .object({ ...FileFilter, file_ids: z.array(z.string().max(200)).max(1000).nullish() })
      .nullish(),
    order_by: FileOrder.nullish(),
    page_size: pageQuery.page_size.nullish(),
    page_token: pageQuery.page_token.nullish(),
  }),
  reply: pageOf(LlamaFile),
})

export const getLlamaFile = endpoint({
  ...key,
  method: 'GET',
  path: `${filesBase}/:file_id`,
  params: OfFile,
  reply: LlamaFile,
})

export const deleteLlamaFile = endpoint({
  ...key,
  method: 'DELETE',
  path: `${filesBase}/:file_id`,
  status: 204,
  params: OfFile,
  reply: z.undefined(),
})

/** Address from which its bytes can be fetched for some time without a key. */
export const locateLlamaFile = endpoint({
  ...key,
  method: 'GET',
  path: `${filesBase}/:file_id/content`,
  params: OfFile,
  query: z.object({ expires_at_seconds: z.coerce.number().int().min(1).max(86_400).default(3600) }),
  reply: z.object({ url: z.string(), expires_at: z.string(), form_fields: z.null() }),
})

export const downloadLlamaFile = endpoint({
  ...key,
  method: 'GET',
  path: `${filesBase}/:file_id/download`,
  params: OfFile,
  query: z.object({ token: z.string().max(2000) }),
  reply: z.unknown(),
})

/** Settings that are not named here stand beside these, so that the server can refuse them by name. */
export const LlamaParseSettings = z.looseObject({
  tier: z.string().max(100),
  version: z.string().max(100).default('latest'),
  page_ranges: z
    .looseObject({
      max_pages: z.number().int().min(1).max(1_000_000).nullish(),
      target_pages: z.string().max(2000).nullish(),
    })
    .nullish(),
  processing_options: z
    .looseObject({
      ocr_parameters: z
        .looseObject({ languages: z.array(z.string().max(20)).max(100).nullish() })
        .nullish(),
    })
    .nullish(),
  user_metadata: z.record(z.string().max(100), z.string().max(1000)).nullish(),
})
export type LlamaParseSettings = z.output<typeof LlamaParseSettings>

const jobStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type LlamaJobStatus = (typeof jobStatuses)[number]

const LlamaJob = z.object({
  id: z.string(),
  project_id: z.string(),
  status: z.enum(jobStatuses),
  created_at: z.string(),
  updated_at: z.string(),
  error_message: z.string().nullable(),
  name: z.string().nullable(),
  tier: z.string().nullable(),
  user_metadata: z.record(z.string(), z.string()).nullable(),
})
export type LlamaJob = z.output<typeof LlamaJob>

const OfJob = z.object({ job_id: z.uuid() })

export const startLlamaParse = endpoint({
  ...key,
  method: 'POST',
  path: parseBase,
  body: LlamaParseSettings.extend({
    file_id: z.string().max(200).nullish(),
    source_url: z.string().max(8000).nullish(),
  }),
  reply: LlamaJob,
})

/** The settings are JSON in a field of the form. */
export const uploadToLlamaParse = endpoint({
  ...key,
  method: 'POST',
  path: `${parseBase}/upload`,
  accepts: 'multipart',
  body: z.object({ configuration: z.string().max(100_000) }),
  reply: LlamaJob,
})

export const listLlamaJobs = endpoint({
  ...key,
  method: 'GET',
  path: parseBase,
  query: z.object({
    ...pageQuery,
    status: z.enum(jobStatuses, `Choose from ${jobStatuses.join(', ')}.`).optional(),
    job_ids: Several.optional(),
    created_at_on_or_after: z.iso.datetime({ offset: true }).optional(),
    created_at_on_or_before: z.iso.datetime({ offset: true }).optional(),
  }),
  reply: pageOf(LlamaJob),
})

const tierVersions = z.array(z.string())
export const listLlamaVersions = endpoint({
  ...key,
  method: 'GET',
  path: `${parseBase}/versions`,
  reply: z.object({
    fast: tierVersions,
    cost_effective: tierVersions,
    agentic: tierVersions,
    agentic_plus: tierVersions,
    latest: z.record(z.string(), z.string()),
  }),
})

const Box = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
const places = { md: z.string(), bbox: z.array(Box) }
const TextItem = z.object({ ...places, type: z.literal('text'), value: z.string() })
const LlamaItem = z.discriminatedUnion('type', [
  TextItem,
  z.object({
    ...places,
    type: z.literal('heading'),
    value: z.string(),
    level: z.number().int().min(1).max(6),
  }),
  z.object({ ...places, type: z.literal('list'), ordered: z.boolean(), items: z.array(TextItem) }),
  z.object({
    ...places,
    type: z.literal('table'),
    rows: z.array(z.array(z.string())),
    csv: z.string(),
    html: z.string(),
  }),
  z.object({ ...places, type: z.enum(['header', 'footer']), items: z.array(TextItem) }),
])
export type LlamaItem = z.output<typeof LlamaItem>

const pagesOf = <T extends z.ZodRawShape>(fields: T) =>
  z.object({ pages: z.array(z.object({ page_number: z.number().int(), ...fields })) }).optional()
const success = z.literal(true)

/** Parts of a result besides the job, which are there when they are asked for. */
export const llamaExpansions = [
  'text',
  'text_full',
  'markdown',
  'markdown_full',
  'items',
  'metadata',
  'job_metadata',
  'usage',
] as const

export const getLlamaJob = endpoint({
  ...key,
  method: 'GET',
  path: `${parseBase}/:job_id`,
  params: OfJob,
  query: z.object({ expand: Several.default([]) }),
  reply: z.object({
    job: LlamaJob.extend({ usage: z.object({ credits: z.null() }).optional() }),
    text: pagesOf({ text: z.string() }),
    text_full: z.string().optional(),
    markdown: pagesOf({
      markdown: z.string(),
      header: z.string().nullable(),
      footer: z.string().nullable(),
      success,
    }),
    markdown_full: z.string().optional(),
    items: pagesOf({
      items: z.array(LlamaItem),
      page_width: z.number(),
      page_height: z.number(),
      success,
    }),
    metadata: pagesOf({}),
    job_metadata: z.record(z.string(), z.unknown()).optional(),
  }),
})

export const cancelLlamaJob = endpoint({
  ...key,
  method: 'POST',
  path: `${parseBase}/:job_id/cancel`,
  params: OfJob,
  reply: LlamaJob,
})

export const deleteLlamaJob = endpoint({
  ...key,
  method: 'DELETE',
  path: `${parseBase}/:job_id`,
  params: OfJob,
  reply: z.object({ id: z.string(), project_id: z.string() }),
})
