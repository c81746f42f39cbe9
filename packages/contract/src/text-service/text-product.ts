import { z } from 'zod'
import { type Endpoint, endpoint } from '../wire/endpoint.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { OutputMode } from './text-service.ts'

/** What the pages of the text-extraction product ask for, below its own base, which clients spell in two ways. */
const onBothBases = <const E extends Endpoint>(definition: E) =>
  [
    endpoint({ ...definition, product: 'llmwhisperer' }),
    endpoint({ ...definition, product: 'llm-whisperer' }),
  ] as const

const Id = z.string().min(1).max(200)

/** The address below which programs find the text service. */
export const getGatewayUrl = onBothBases({
  method: 'GET',
  path: '/api-gateway-url/',
  who: 'member',
  reply: z.object({
    api_gateway_url: z.string(),
    /** The site for users of version 1 of the service; absent if none is set. */
    earlier_site_url: z.string().optional(),
  }),
})

const TextKeyItem = z.object({
  id: z.string(),
  api_key: z.string(),
  /** The plan that it was made for. */
  product: z.object({ id: z.string(), name: z.string() }),
  created_at: Timestamp,
  is_active: z.boolean(),
})
export type TextKeyItem = z.output<typeof TextKeyItem>

/** Oldest first. Admins see them all; whoever else builds with them too. */
export const listTextKeys = onBothBases({
  method: 'GET',
  path: '/keys/',
  who: 'member',
  showsKeys: true,
  reply: z.object({ api_keys: z.array(TextKeyItem) }),
})

const keyChange = {
  path: '/keys/',
  who: 'admin',
  bodySize: 'small',
  refusals: 'message',
} as const

export const generateTextKey = onBothBases({
  ...keyChange,
  method: 'POST',
  status: 201,
  showsKeys: true,
  body: z.object({ product_id: z.string().max(200).default('') }),
  reply: TextKeyItem,
})

/** Another text for a key: the one before opens nothing from now on, and its jobs go on. */
export const rotateTextKey = onBothBases({
  ...keyChange,
  method: 'PUT',
  showsKeys: true,
  body: z.object({ api_key: Id }),
  reply: TextKeyItem,
})

/** Its usage stays. */
export const deleteTextKey = onBothBases({
  ...keyChange,
  method: 'DELETE',
  status: 204,
  body: z.object({ key_id: Id }),
  reply: NoBody,
})

/** Found by the key or, from the pages, by its id. */
export const getTextKeyCollection = onBothBases({
  method: 'GET',
  path: '/keys/postman_collection/:key/',
  who: 'member',
  showsKeys: true,
  params: z.object({ key: Id }),
  reply: z.record(z.string(), z.unknown()),
})

/** Pages by the price of what read them. */
const Counts = {
  /** Native text, and spreadsheets. */
  non_ocr_page_count: z.number().int(),
  low_cost_ocr_page_count: z.number().int(),
  /** High quality. */
  high_cost_ocr_page_count: z.number().int(),
  /** Forms and tables. */
  high_cost_ocr_advanced_page_count: z.number().int(),
}

/** Pages of this month by UTC, of each plan that the organization has or had. */
export const listTextSubscriptions = onBothBases({
  method: 'GET',
  path: '/usage/subscription/',
  who: 'member',
  reply: z.array(
    z.object({ product: z.string(), subscription_id: z.string(), usage: z.object(Counts) }),
  ),
})

/** Days in UTC, both of them in the period. */
const Period = {
  subscription_id: Id,
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
}

export const DailyTextUsage = z.object({ date: z.string(), ...Counts })
export type DailyTextUsage = z.output<typeof DailyTextUsage>

/** Days with pages, oldest first; of the last ninety unless stated. */
export const listDailyTextUsage = onBothBases({
  method: 'GET',
  path: '/usage/daily/',
  who: 'member',
  query: z.object(Period),
  reply: z.array(DailyTextUsage),
})

export const textRecordOrders = [
  'completed_at',
  'processing_time',
  'processed_page_count',
  'upload_file_size',
] as const

const Ordering = z.enum(
  textRecordOrders.flatMap((one): (`${typeof one}` | `-${typeof one}`)[] => [one, `-${one}`]),
)

const TextRecordItem = z.object({
  document_id: z.string(),
  processing_started_at: Timestamp,
  /** Seconds. */
  processing_time: z.number(),
  tag: z.string(),
  service_type: z.string(),
  processed_page_count: z.number().int(),
  requested_page_count: z.number().int(),
  total_page_count: z.number().int(),
  /** Bytes. */
  upload_file_size: z.number(),
  /** Seconds. */
  avg_page_processing_time: z.number(),
  completed_at: Timestamp,
})
export type TextRecordItem = z.output<typeof TextRecordItem>

/** One for each document that was read, the last one first; of the last ninety days unless stated. */
export const listTextRecords = onBothBases({
  method: 'GET',
  path: '/usage/records/',
  who: 'member',
  query: z.object({
    ...Period,
    page: z.coerce.number().int().min(1).max(100_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(10),
    ordering: Ordering.default('-completed_at'),
  }),
  reply: z.object({
    results: z.array(TextRecordItem),
    totalCount: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
  }),
})

/** The same as CSV, oldest first. */
export const exportTextRecords = onBothBases({
  method: 'GET',
  path: '/usage/records/export/',
  who: 'member',
  exportsData: true,
  query: z.object(Period),
  reply: z.never(),
})

/** A plan that can be subscribed to. */
const TextProductItem = z.object({
  product_id: z.string(),
  product_name: z.string(),
  product_description: z.string(),
  is_subscribed: z.boolean(),
  product_metadata: z.object({
    /** Pages of a month that the price includes; -1 where nothing bounds them, or a day does. */
    quota: z.number().int(),
    /** Pages of a day; -1 where nothing bounds them. */
    daily_quota: z.number().int(),
    free_plan: z.boolean(),
    /** A plan of the platform has it in it. */
    is_included: z.boolean(),
    /** End of access of a cancelled plan. */
    access_until: Timestamp.nullable(),
  }),
})
export type TextProductItem = z.output<typeof TextProductItem>

export const listTextProducts = onBothBases({
  method: 'GET',
  path: '/pricing/',
  who: 'member',
  reply: z.array(TextProductItem),
})

const ofAdmins = { who: 'admin', bodySize: 'small' } as const

export const startTextCheckout = onBothBases({
  ...ofAdmins,
  method: 'POST',
  path: '/create-checkout-session/',
  body: z.object({ product_id: z.string().max(200).default('') }),
  reply: z.object({ session_id: z.string(), checkout_url: z.string() }),
})

/** Identified by the plan or by its subscription. */
export const cancelTextPlan = onBothBases({
  ...ofAdmins,
  method: 'POST',
  path: '/subscription/cancel/',
  body: z.object({ product_id: Id }),
  reply: z.object({ message: z.literal('success') }),
})

export const getTextPaymentKey = onBothBases({
  method: 'GET',
  path: '/subscription/env/',
  who: 'admin',
  reply: z.object({ stripe_public_key: z.string() }),
})

const Flag = z.stringbool().default(false)

/** One PDF, whose text is the answer; also the fields `file` and `{product}_key`. */
export const extractText = onBothBases({
  method: 'POST',
  path: '/extract-text/',
  who: 'member',
  accepts: 'multipart',
  refusals: 'message',
  body: z.looseObject({
    processing_mode: z.enum(['form', 'native_text', 'low_cost', 'high_quality']).default('form'),
    output_mode: OutputMode.default('line-printer'),
    /** Reads the text that the document carries, whatever the mode. */
    force_text_processing: Flag,
    /** The token of the human verification. */
    secret_response: z.string().max(10_000).optional(),
    mark_vertical_lines: Flag,
    mark_horizontal_lines: Flag,
  }),
  reply: z.string(),
})
