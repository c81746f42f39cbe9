import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { visibleText } from '../wire/names.ts'

/**
 * The text-extraction service. Its clients write `True` as well as `true`, send what is not set as a
 * blank, and call some parameters by two spellings. What the service does not know it ignores.
 */

const key = { who: 'key', refusals: 'message' } as const

export const Flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'on', 't', 'y'],
  falsy: ['false', '0', 'no', 'off', 'f', 'n'],
})

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

const numeric = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(decimal, 'This is not a number.')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `It must be from ${min} to ${max}.`)

export const whole = (min: number, max: number) =>
  numeric(min, max).refine(Number.isInteger, 'This is not a whole number.')

const Label = z.string().max(1024)

const serviceModes = ['native_text', 'low_cost', 'high_quality', 'form', 'table', 'excel'] as const
export const ServiceMode = z.enum(serviceModes)
export type ServiceMode = z.output<typeof ServiceMode>

/** Two ways, each by two names. */
export const OutputMode = z.enum(['layout_preserving', 'line-printer', 'text', 'dump-text'])

const Strategy = z.enum(['left-priority', 'right-priority', 'mid-priority'])
const Separator = z.string().max(1000)

export const WhisperOptions = z.object({
  mode: ServiceMode.default('form'),
  output_mode: OutputMode.default('layout_preserving'),
  page_separator: Separator.optional(),
  page_seperator: Separator.optional(),
  pages_to_extract: z.string().max(2000).default(''),
  median_filter_size: whole(0, 99).default(0),
  gaussian_blur_radius: numeric(0, 100).default(0),
  line_splitter_tolerance: numeric(0, 10).default(0.4),
  line_splitter_strategy: Strategy.optional(),
  line_spitter_strategy: Strategy.optional(),
  horizontal_stretch_factor: numeric(0.1, 10).default(1),
  mark_vertical_lines: Flag.default(false),
  mark_horizontal_lines: Flag.default(false),
  add_line_nos: Flag.default(false),
  include_line_confidence: Flag.default(false),
  word_confidence_threshold: numeric(0, 1).default(0.3),
  lang: z.string().trim().toLowerCase().max(100).default('eng'),
  tag: Label.default('default'),
  file_name: Label.optional(),
  filename: Label.optional(),
  url_in_post: Flag.default(false),
  url: z.string().max(8000).optional(),
  use_webhook: Label.optional(),
  webhook_metadata: z.string().max(100_000).default(''),
  allow_rotated_text: Flag.default(true),
  watermark_angle_threshold: numeric(0, 180).default(25),
  ignore_vertical_text: Flag.default(false),
  derotate_threshold: numeric(0, 180).default(10),
  checkbox_confidence_threshold: numeric(0, 1).default(0.3),
  min_table_width: numeric(0, 1).default(0),
})
export type WhisperOptions = z.output<typeof WhisperOptions>

/** The body is the document's bytes, or its address where `url_in_post` is set. */
export const whisper = endpoint({
  ...key,
  method: 'POST',
  path: '/api/v2/whisper',
  status: 202,
  accepts: 'raw',
  query: WhisperOptions,
  reply: z.object({ message: z.string(), status: z.string(), whisper_hash: z.string() }),
})

const OfOneJob = z.object({ whisper_hash: z.string().max(200) })

/** Clients wait for `processed` or `error`; any other word tells them to ask again. */
const WhisperStatus = z.enum(['accepted', 'processing', 'processed', 'error', 'retrieved'])

export const getWhisperStatus = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/whisper-status',
  query: OfOneJob,
  reply: z.object({
    status: WhisperStatus,
    message: z.string(),
    detail: z.array(
      z.object({
        page_no: z.number().int(),
        message: z.string(),
        execution_time_in_seconds: z.number(),
      }),
    ),
  }),
})

/** Zero-based page, lower edge, height and height of the page, and the confidence if it was asked for. */
const LineRow = z.array(z.number()).min(4).max(5).readonly()

const WordConfidence = z.object({ confidence: z.number(), text: z.string() })

export const WhisperResult = z.object({
  result_text: z.string(),
  /** Lists for each line the words whose confidence is below certain. */
  confidence_metadata: z.array(z.array(WordConfidence).readonly()).readonly(),
  /** One entry per line; empty without `add_line_nos`. */
  line_metadata: z.array(LineRow),
  metadata: z.record(z.string(), z.unknown()),
  webhook_metadata: z.string(),
})
export type WhisperResult = z.output<typeof WhisperResult>

/** Text alone with `text_only`. What was sent completely is not sent again. */
export const retrieveWhisper = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/whisper-retrieve',
  query: OfOneJob.extend({ text_only: Flag.default(false) }),
  reply: WhisperResult,
})

export const getWhisperDetail = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/whisper-detail',
  query: OfOneJob,
  reply: z.object({
    whisper_hash: z.string(),
    mode: ServiceMode,
    processed_pages: z.number().int(),
    requested_pages: z.number().int(),
    total_pages: z.number().int(),
    /** Formatted like a date in an email header: `Mon, 10 Feb 2025 10:40:58 GMT`. */
    processing_started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    processing_time_in_seconds: z.number(),
    upload_file_size_in_kb: z.number(),
    tag: z.string(),
  }),
})

const Highlight = z.object({
  base_y: z.number(),
  base_y_percent: z.number(),
  height: z.number(),
  height_percent: z.number(),
  page: z.number().int(),
  page_height: z.number(),
  raw: LineRow,
})

/** Identified by the zero-based line number in the whole text. */
export const getHighlights = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/highlights',
  query: OfOneJob.extend({
    lines: z.string().max(10_000).default(''),
    extract_all_lines: Flag.default(false),
  }),
  reply: z.record(z.string(), Highlight),
})

const Count = z.number().int()

/** Returns the usage of the caller's organization: this month and today, in UTC. */
export const getUsageInfo = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/get-usage-info',
  reply: z.object({
    subscription_plan: z.string(),
    monthly_quota: Count,
    daily_quota: Count,
    today_page_count: Count,
    current_page_count: Count,
    overage_page_count: Count,
    current_page_count_native_text: Count,
    current_page_count_low_cost: Count,
    current_page_count_high_quality: Count,
    current_page_count_form: Count,
    current_page_count_table: Count,
    current_page_count_excel: Count,
    current_page_count_document_insights: Count,
  }),
})

/** Pages of one tag, both days included; the last 30 days unless stated. */
export const getTagUsage = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/usage',
  query: z.object({
    tag: z.string().max(1024).optional(),
    from_date: z.string().optional(),
    to_date: z.string().optional(),
  }),
  reply: z.object({
    start_date: z.string(),
    end_date: z.string(),
    subscription_id: z.string(),
    tag: z.string(),
    usage: z.array(z.object({ service_type: z.string(), pages_processed: Count })),
  }),
})

/** Clients compare the whole reply, so it has no key besides. */
const MessageBody = z.object({ message: z.string() })

const WebhookFields = z.object({
  url: z.string().max(8000).optional(),
  auth_token: z.string().max(8000).optional(),
  webhook_name: z.string().max(1024).check(visibleText).optional(),
})

const webhooks = { ...key, path: '/api/v2/whisper-manage-callback' } as const

/** Each field is needed; the token may be empty. A name that is there gets the new values. */
export const registerWebhook = endpoint({
  ...webhooks,
  method: 'POST',
  status: 201,
  body: WebhookFields,
  reply: MessageBody,
})

export const changeWebhook = endpoint({
  ...webhooks,
  method: 'PUT',
  body: WebhookFields,
  reply: MessageBody,
})

const WebhookName = z.object({ webhook_name: z.string().max(1024).check(visibleText).optional() })

export const getWebhook = endpoint({
  ...webhooks,
  method: 'GET',
  query: WebhookName,
  reply: z.object({ auth_token: z.string(), url: z.string(), webhook_name: z.string() }),
})

export const deleteWebhook = endpoint({
  ...webhooks,
  method: 'DELETE',
  query: WebhookName,
  reply: MessageBody,
})

export const testConnection = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/test-connection',
  reply: MessageBody,
})
