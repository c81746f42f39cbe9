import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Flag, getWhisperStatus, ServiceMode, whole } from './text-service.ts'

/**
 * Splits a file that holds several documents, in the style of the text service: an upload gives a hash, and the parts are
 * retrieved when its status is `processed`.
 */

const key = { who: 'key', refusals: 'message' } as const

const splitModes = [
  'automatic',
  'automatic_by_classes',
  'separator',
  'every_page',
  'every_n_pages',
] as const
export const SplitMode = z.enum(splitModes)
export type SplitMode = z.output<typeof SplitMode>

const maxPages = 5000
const maxClasses = 50
/** Servers and proxies limit addresses, so longer lists would be refused without a reason. */
const maxClassesLength = 6000

/** The parameter `classes` holds this list as JSON. */
export const SplitClasses = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(100),
      description: z.string().trim().max(1000).default(''),
    }),
  )
  .min(1)
  .max(maxClasses)

export const SplitOptions = z.object({
  mode: SplitMode.default('automatic'),
  /** It belongs to `every_n_pages`. */
  pages_per_part: whole(1, maxPages).optional(),
  /** It belongs to `separator`: a page with this text and little else separates, in place of blank pages and separator sheets. */
  separator_text: z.string().trim().max(200).optional(),
  /** It belongs to `automatic_by_classes` and looks like `[{"name": "Invoice", "description": "…"}]`. */
  classes: z.string().max(maxClassesLength).optional(),
  /** Pages are read in this mode of the text service. */
  reading_mode: ServiceMode.default('low_cost'),
  /** A file is split as a whole, so the server refuses a selection by name and does not ignore it. */
  pages_to_extract: z.string().max(1000).optional(),
  lang: z.string().trim().toLowerCase().max(100).default('eng'),
  tag: z.string().max(1024).default('split'),
  file_name: z.string().max(1024).default(''),
  url_in_post: Flag.default(false),
  url: z.string().max(8000).optional(),
})
export type SplitOptions = z.output<typeof SplitOptions>

/** The body is the file's bytes, or its address where `url_in_post` is set. */
export const splitFile = endpoint({
  ...key,
  method: 'POST',
  path: '/api/v2/split',
  status: 202,
  accepts: 'raw',
  query: SplitOptions,
  reply: z.object({ message: z.string(), status: z.string(), split_hash: z.string() }),
})

const OfOneSplit = z.object({ split_hash: z.string().max(200) })

export const getSplitStatus = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/split-status',
  query: OfOneSplit,
  reply: getWhisperStatus.reply,
})

const Share = z.number().min(0).max(1)

const SplitPart = z.object({
  /** The first part has number 1. */
  part: z.number().int(),
  parts: z.number().int(),
  /** These are page numbers of the file, whose first page is 1. */
  pages: z.array(z.number().int()),
  /** The kind of document; null where nothing says it. */
  class: z.string().nullable(),
  class_confidence: Share,
  /** How certain the beginning, the end and the holding together of the part are, by the least certain of them. */
  confidence: Share,
  /** They tell people why the part begins where it begins. */
  reasons: z.array(z.string()),
  /** They tell people what speaks against that. */
  doubts: z.array(z.string()),
})

export const SplitResult = z.object({
  parts: z.array(SplitPart),
  /** Blank and separator pages that belong to nothing. Each page is in one part or here. */
  unassigned_pages: z.array(z.number().int()),
  total_pages: z.number().int(),
  metadata: z.record(z.string(), z.unknown()),
})
export type SplitResult = z.output<typeof SplitResult>

/** Can be retrieved as often as wanted while it is kept. */
export const retrieveSplit = endpoint({
  ...key,
  method: 'GET',
  path: '/api/v2/split-retrieve',
  query: OfOneSplit,
  reply: SplitResult,
})
