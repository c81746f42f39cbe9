import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'
import { HiddenLine } from './hidden-text.ts'
import { AcceptedTask } from './studio-runs.ts'

export const PromptDocument = z.object({
  document_id: z.uuid(),
  document_name: z.string(),
  /** The project. */
  tool: z.uuid(),
})
export type PromptDocument = z.output<typeof PromptDocument>

export const ViewType = z.enum(['ORIGINAL', 'EXTRACT', 'SUMMARIZE'])
export type ViewType = z.output<typeof ViewType>

const ToolId = z.object({ tool_id: z.uuid() })

export const listDocuments = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt-document/',
  who: 'member',
  query: z.object({ tool_id: z.string() }),
  reply: z.array(PromptDocument),
})

/** Limited to the maximum length of a PDF password. */
const Password = z.string().min(1).max(127)

/**
 * Multipart, field `file`, repeated for several; a refused file is a `validation_error` of `file`. Those that are
 * locked open with `password`, which no reply shows.
 */
export const uploadDocuments = endpoint({
  method: 'POST',
  path: '/prompt-studio/file/:tool_id/',
  who: 'member',
  accepts: 'multipart',
  params: ToolId,
  body: z.object({ password: Password.optional() }),
  reply: z.object({ data: z.array(PromptDocument) }),
})

/** Keeps the password of a locked document; one that does not open it is a `validation_error` of `password`. */
export const unlockDocument = endpoint({
  method: 'POST',
  path: '/prompt-studio/file/:tool_id/password/',
  who: 'member',
  bodySize: 'small',
  params: ToolId,
  body: z.object({ document_id: z.uuid(), password: Password }),
  reply: PromptDocument,
})

/** A document as a file: as it was uploaded, or as a PDF, which of another type has the pages that are read. */
export const downloadDocument = endpoint({
  method: 'GET',
  path: '/prompt-studio/file/:tool_id/download/',
  who: 'member',
  exportsData: true,
  params: ToolId,
  query: z.object({ document_id: z.uuid(), form: z.enum(['original', 'pdf']).default('original') }),
  reply: z.never(),
})

/**
 * The original arrives as a PDF in base64, whatever its type, and texts as they are with `text/plain`. A client that marks its
 * requests with `X-Request-ID` has the data by itself, others one level deeper.
 */
export const readDocumentFile = endpoint({
  method: 'GET',
  path: '/prompt-studio/file/:tool_id/',
  who: 'member',
  params: ToolId,
  query: z.object({ document_id: z.uuid(), view_type: ViewType.default('ORIGINAL') }),
  reply: z.object({
    data: z.union([z.object({ data: z.string(), mime_type: z.string() }), z.string()]),
    mime_type: z.string(),
  }),
})

/** How large the pages are, in points, in order: enough to lay them out before they are drawn. */
export const listDocumentPages = endpoint({
  method: 'GET',
  path: '/prompt-studio/file/:tool_id/pages/',
  who: 'member',
  params: ToolId,
  query: z.object({ document_id: z.uuid() }),
  reply: z.object({ pages: z.array(z.object({ width: z.number(), height: z.number() })) }),
})

/** Ours: what the file has and its pages do not show, as it was read last; nothing of what was not read, or not looked at. */
export const listHiddenText = endpoint({
  method: 'GET',
  path: '/prompt-studio/file/:tool_id/hidden-text/',
  who: 'member',
  params: ToolId,
  query: z.object({ document_id: z.uuid() }),
  reply: z.object({
    lines: z.array(HiddenLine),
    count: z.number().int(),
    /** What of the document is not in its text, or is odd about it, in sentences. */
    warnings: z.array(z.string()),
  }),
})

const maxPageNumber = 1_000_000

/** A picture of one page, PNG or SVG; its pixels across are rounded up to one of a few widths. */
export const drawDocumentPage = endpoint({
  method: 'GET',
  path: '/prompt-studio/file/:tool_id/page/',
  who: 'member',
  params: ToolId,
  query: z.object({
    document_id: z.uuid(),
    /** Zero-based. */
    page: z.coerce.number().int().min(0).max(maxPageNumber),
    width: z.coerce.number().int().min(1).max(10_000).default(1000),
  }),
  reply: z.never(),
})

/** Its index rows, vectors and outputs go with it. A refusal is 400 `{data}`. */
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/prompt-studio/file/:tool_id/',
  who: 'member',
  params: ToolId,
  body: z.object({ document_id: z.uuid() }),
  reply: z.object({ data: z.string() }),
})

/**
 * Ends when the document is read and, with a chunk size, indexed; for who waits for the event
 * `prompt_studio_result`, with 202 when it is accepted.
 */
export const indexDocument = endpoint({
  method: 'POST',
  path: '/prompt-studio/index-document/:tool_id/',
  who: 'member',
  isPaid: true,
  params: ToolId,
  body: z.object({ document_id: z.uuid() }),
  reply: z.union([z.object({ message: z.string() }), AcceptedTask]),
})

export const DocumentIndex = z.object({
  index_manager_id: z.uuid(),
  document_manager: z.uuid(),
  profile_manager: z.uuid(),
  /** Not null: the document is indexed. */
  raw_index_id: z.string().nullable(),
  summarize_index_id: z.string().nullable(),
  index_ids_history: z.array(z.string()),
  extraction_status: z.record(z.string(), z.unknown()),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type DocumentIndex = z.output<typeof DocumentIndex>

export const listDocumentIndexes = endpoint({
  method: 'GET',
  path: '/prompt-studio/document-index/',
  who: 'member',
  query: z.object({
    profile_manager: z.string().optional(),
    document_manager: z.string().optional(),
  }),
  reply: z.array(DocumentIndex),
})
