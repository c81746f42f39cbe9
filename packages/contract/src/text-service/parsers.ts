import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/**
 * The wire of three widely used parsers, so that their clients read documents here when only the address and the key are
 * changed. What they ask for and Recto has no equal for is refused by name; a blank or a false is no wish.
 */

const key = { who: 'key', refusals: 'detail' } as const

/** Clients write it as Python does, too. */
const Flag = z
  .union([
    z.boolean(),
    z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no', ''] }),
  ])
  .optional()
const Words = z.union([z.string().max(1000), z.array(z.string().max(1000)).max(100)]).optional()
const Whole = z.coerce.number().int().min(1).max(1_000_000).optional()

/** Fields that are not named here stand beside these, so that the server can refuse them by name. */
export const PartitionForm = z.looseObject({
  strategy: z.string().max(100).default('auto'),
  languages: Words,
  ocr_languages: Words,
  coordinates: Flag,
  include_page_breaks: Flag,
  unique_element_ids: Flag,
  starting_page_number: Whole,
  output_format: z.string().max(100).default('application/json'),
  skip_infer_table_types: Words,
})
export type PartitionForm = z.output<typeof PartitionForm>

const PartitionElement = z.object({
  type: z.enum([
    'Title',
    'NarrativeText',
    'UncategorizedText',
    'ListItem',
    'Table',
    'Header',
    'Footer',
    'PageBreak',
  ]),
  element_id: z.string(),
  text: z.string(),
  metadata: z.object({
    filename: z.string(),
    filetype: z.string(),
    languages: z.array(z.string()),
    page_number: z.number().int().optional(),
    text_as_html: z.string().optional(),
    coordinates: z
      .object({
        points: z.array(z.tuple([z.number(), z.number()])),
        system: z.string(),
        layout_width: z.number(),
        layout_height: z.number(),
      })
      .optional(),
  }),
})
export type PartitionElement = z.output<typeof PartitionElement>

/** Unstructured: one document, answered with what stands on its pages. */
export const partition = endpoint({
  ...key,
  method: 'POST',
  path: '/general/v0/general',
  accepts: 'multipart',
  body: PartitionForm,
  reply: z.array(PartitionElement),
})

export const LlamaParseForm = z.looseObject({
  input_url: z.string().max(8000).optional(),
  language: Words,
  /** Pages from 0. */
  target_pages: z.string().max(2000).optional(),
  max_pages: Whole,
  page_separator: z.string().max(1000).optional(),
  disable_ocr: Flag,
  fast_mode: Flag,
  high_res_ocr: Flag,
})
export type LlamaParseForm = z.output<typeof LlamaParseForm>

const LlamaParseJob = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'SUCCESS', 'ERROR']),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
})

const parsing = '/api/v1/parsing'
const OfJob = z.object({ job_id: z.uuid() })
const JobMetadata = z.object({ job_pages: z.number().int(), job_is_cache_hit: z.boolean() })

export const uploadToParse = endpoint({
  ...key,
  method: 'POST',
  path: `${parsing}/upload`,
  accepts: 'multipart',
  body: LlamaParseForm,
  reply: LlamaParseJob,
})

export const getParsingJob = endpoint({
  ...key,
  method: 'GET',
  path: `${parsing}/job/:job_id`,
  params: OfJob,
  reply: LlamaParseJob,
})

export const getParsedText = endpoint({
  ...key,
  method: 'GET',
  path: `${parsing}/job/:job_id/result/text`,
  params: OfJob,
  reply: z.object({ text: z.string(), job_metadata: JobMetadata }),
})

export const getParsedMarkdown = endpoint({
  ...key,
  method: 'GET',
  path: `${parsing}/job/:job_id/result/markdown`,
  params: OfJob,
  reply: z.object({ markdown: z.string(), job_metadata: JobMetadata }),
})

const ParsedItem = z.object({
  type: z.enum(['heading', 'text', 'table']),
  value: z.string(),
  md: z.string(),
  lvl: z.number().int().optional(),
  rows: z.array(z.array(z.string())).optional(),
  bBox: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
})

export const getParsedPages = endpoint({
  ...key,
  method: 'GET',
  path: `${parsing}/job/:job_id/result/json`,
  params: OfJob,
  reply: z.object({
    pages: z.array(
      z.object({
        page: z.number().int(),
        text: z.string(),
        md: z.string(),
        width: z.number(),
        height: z.number(),
        items: z.array(ParsedItem),
        images: z.array(z.never()),
        status: z.literal('OK'),
      }),
    ),
    job_metadata: JobMetadata,
  }),
})

const convertFormats = ['md', 'json', 'html', 'text'] as const

/** Lists and pairs come as one value when a form has one of them. */
const listOf = <T extends z.ZodType>(element: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(element).max(100).optional(),
  )

export const ConvertOptions = z.looseObject({
  to_formats: listOf(z.enum(convertFormats, `Choose from ${convertFormats.join(', ')}.`)),
  do_ocr: Flag,
  force_ocr: Flag,
  ocr_lang: listOf(z.string().max(100)),
  page_range: listOf(z.coerce.number().int().min(1)),
  pipeline: z.string().max(100).default('standard'),
  target_type: z.string().max(100).optional(),
})
export type ConvertOptions = z.output<typeof ConvertOptions>

const ConvertSource = z.object({
  options: ConvertOptions.default({ pipeline: 'standard' }),
  sources: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('file'),
          base64_string: z.base64(),
          filename: z.string().max(1000),
        }),
        z.object({ kind: z.literal('http'), url: z.string().max(8000) }),
      ]),
    )
    .min(1)
    .max(100),
  target: z.object({ kind: z.string().max(100) }).optional(),
})
export type ConvertSource = z.output<typeof ConvertSource>

const Converted = z.object({
  document: z.object({
    filename: z.string(),
    md_content: z.string().nullable(),
    json_content: z.record(z.string(), z.unknown()).nullable(),
    html_content: z.string().nullable(),
    text_content: z.string().nullable(),
    doctags_content: z.null(),
  }),
  status: z.enum(['success', 'failure']),
  errors: z.array(
    z.object({ component_type: z.string(), module_name: z.string(), error_message: z.string() }),
  ),
  processing_time: z.number(),
  timings: z.record(z.string(), z.unknown()),
})
export type ConversionReply = z.output<typeof Converted>

const ConvertTask = z.object({
  task_id: z.string(),
  task_type: z.literal('convert'),
  task_status: z.enum(['pending', 'started', 'success', 'failure']),
  task_position: z.number().int().nullable(),
  task_meta: z.null(),
})

const OfTask = z.object({ task_id: z.uuid() })
const fromForm = { ...key, method: 'POST', accepts: 'multipart', body: ConvertOptions } as const
const fromSource = { ...key, method: 'POST', bodySize: 'texts', body: ConvertSource } as const

/** docling-serve: one document at a time, its result in the reply. */
export const convertFile = endpoint({ ...fromForm, path: '/v1/convert/file', reply: Converted })
export const convertSource = endpoint({
  ...fromSource,
  path: '/v1/convert/source',
  reply: Converted,
})
export const startConvertFile = endpoint({
  ...fromForm,
  path: '/v1/convert/file/async',
  reply: ConvertTask,
})
export const startConvertSource = endpoint({
  ...fromSource,
  path: '/v1/convert/source/async',
  reply: ConvertTask,
})
export const pollConvertTask = endpoint({
  ...key,
  method: 'GET',
  path: '/v1/status/poll/:task_id',
  params: OfTask,
  reply: ConvertTask,
})
export const getConverted = endpoint({
  ...key,
  method: 'GET',
  path: '/v1/result/:task_id',
  params: OfTask,
  reply: Converted,
})
