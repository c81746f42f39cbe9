import { z } from 'zod'
import { ViewType } from '../prompt-studio/prompt-documents.ts'
import { EnforceType, PromptKey, PromptPlace } from '../prompt-studio/prompt-fields.ts'
import { PromptOutput } from '../prompt-studio/prompt-outputs.ts'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

/**
 * The studio for visitors without an account. The id of a project is its secret: whoever has it may read and change the
 * project, and every call names it. The ids of documents and prompts open nothing, because the public link of the
 * project tells them. An id that is none, or whose project has gone, is 404.
 */
const SimpleId = z.string().max(64)

/** Token of the captcha that the installation has configured; absent if it has none. */
const HumanToken = z.string().max(10_000).optional()

export const IndexStatus = z.enum(['YET_TO_START', 'IN_PROGRESS', 'SUCCESS', 'FAILED'])
export type IndexStatus = z.output<typeof IndexStatus>

export const SimpleDocument = z.object({
  document_id: z.uuid(),
  document_name: z.string(),
  index_status: IndexStatus,
})
export type SimpleDocument = z.output<typeof SimpleDocument>

export const SimpleProject = z.object({
  tool_id: z.uuid(),
  tool_name: z.string(),
  documents: z.array(SimpleDocument),
  /** Ours: by which the studio's own pages read it, as the link of a project that is shared. */
  share_id: z.uuid(),
  /** Ours: when all of it is removed. */
  expires_at: Timestamp,
})
export type SimpleProject = z.output<typeof SimpleProject>

export const SimplePrompt = z.object({
  prompt_id: z.uuid(),
  prompt_key: z.string(),
  prompt: z.string(),
  /** The simple project. */
  tool_id: z.uuid(),
  sequence_number: z.number().int().nullable(),
  /** Ours. */
  enforce_type: EnforceType,
})
export type SimplePrompt = z.output<typeof SimplePrompt>

const ToolName = nameText(100)

const Count = z.number().int()

/** Ours: what a page has to know before it asks for anything. */
export const getSimpleSettings = endpoint({
  method: 'GET',
  path: '/api/v1/sps/settings/',
  who: 'anyone',
  reply: z.object({
    is_open: z.boolean(),
    human_check: z
      .object({ kind: z.enum(['recaptcha', 'hcaptcha', 'turnstile']), site_key: z.string() })
      .nullable(),
    keep_days: Count,
    most_documents: Count,
    most_pages: Count,
    most_bytes_of_document: Count,
  }),
})

export const createSimpleProject = endpoint({
  method: 'POST',
  path: '/api/v1/sps/',
  who: 'anyone',
  status: 201,
  bodySize: 'small',
  body: z.object({ tool_name: ToolName.default('New project') }),
  reply: SimpleProject,
})

const ById = z.object({ id: SimpleId })

export const getSimpleProject = endpoint({
  method: 'GET',
  path: '/api/v1/sps/:id',
  who: 'anyone',
  params: ById,
  reply: SimpleProject,
})

export const renameSimpleProject = endpoint({
  method: 'PATCH',
  path: '/api/v1/sps/:id/',
  who: 'anyone',
  bodySize: 'small',
  params: ById,
  body: z.object({ tool_name: ToolName }),
  reply: SimpleProject,
})

/** Multipart, one file in the field `file`. */
export const uploadSimpleDocument = endpoint({
  method: 'POST',
  path: '/api/v1/sps/document/',
  who: 'anyone',
  status: 201,
  accepts: 'multipart',
  body: z.object({ sps_project_id: SimpleId, recaptcha_token: HumanToken }),
  reply: SimpleDocument,
})

/** Returns a document like the studio does. */
export const readSimpleDocument = endpoint({
  method: 'GET',
  path: '/api/v1/sps/document/',
  who: 'anyone',
  query: z.object({
    sps_project_id: SimpleId,
    document_id: z.string().max(64),
    view_type: ViewType.default('ORIGINAL'),
  }),
  reply: z.object({
    data: z.object({ data: z.string(), mime_type: z.string() }),
    mime_type: z.string(),
  }),
})

export const deleteSimpleDocument = endpoint({
  method: 'DELETE',
  path: '/api/v1/sps/documents/:id/',
  who: 'anyone',
  status: 204,
  params: ById,
  query: z.object({ sps_project_id: SimpleId }),
  reply: NoBody,
})

const PromptText = z.string().trim().min(1).max(10_000)

/** Ours, after the studio's calls: what is asked in the project. */
export const listSimplePrompts = endpoint({
  method: 'GET',
  path: '/api/v1/sps/prompts/',
  who: 'anyone',
  query: z.object({ tool_id: SimpleId }),
  reply: z.array(SimplePrompt),
})

export const createSimplePrompt = endpoint({
  method: 'POST',
  path: '/api/v1/sps/prompts/',
  who: 'anyone',
  status: 201,
  body: z.object({
    tool_id: SimpleId,
    prompt_key: PromptKey,
    prompt: PromptText,
    sequence_number: PromptPlace.nullable().optional(),
    enforce_type: EnforceType.optional(),
  }),
  reply: SimplePrompt,
})

/** Ours. Absent fields keep their value. */
export const changeSimplePrompt = endpoint({
  method: 'PATCH',
  path: '/api/v1/sps/prompts/:id/',
  who: 'anyone',
  params: ById,
  body: z.object({
    tool_id: SimpleId,
    prompt_key: PromptKey.optional(),
    prompt: PromptText.optional(),
    enforce_type: EnforceType.optional(),
  }),
  reply: SimplePrompt,
})

/** Ours. */
export const deleteSimplePrompt = endpoint({
  method: 'DELETE',
  path: '/api/v1/sps/prompts/:id/',
  who: 'anyone',
  status: 204,
  params: ById,
  query: z.object({ tool_id: SimpleId }),
  reply: NoBody,
})

/** Ours: as prompts are put in order in the studio. */
export const reorderSimplePrompts = endpoint({
  method: 'POST',
  path: '/api/v1/sps/prompts/reorder/',
  who: 'anyone',
  body: z.object({
    tool_id: SimpleId,
    prompt_id: z.string().max(64),
    start_sequence_number: PromptPlace,
    end_sequence_number: PromptPlace,
  }),
  reply: z.array(z.object({ id: z.uuid(), sequence_number: Count })),
})

const OnDocument = z.object({ document_id: z.string().max(64), sps_id: SimpleId })

/** Replies when the document is read; one that was read before is not read again. */
export const indexSimpleDocument = endpoint({
  method: 'POST',
  path: '/api/v1/sps/index/',
  who: 'anyone',
  bodySize: 'small',
  body: OnDocument,
  reply: SimpleDocument,
})

/** Replies when the prompt is answered. */
export const runSimplePrompt = endpoint({
  method: 'POST',
  path: '/api/v1/sps/prompt-run/',
  who: 'anyone',
  bodySize: 'small',
  body: OnDocument.extend({ id: z.string().max(64), recaptcha_token: HumanToken }),
  reply: z.array(PromptOutput),
})

/** Ours: what came of the prompts, of one document or of all. */
export const listSimpleOutputs = endpoint({
  method: 'GET',
  path: '/api/v1/sps/prompt-output/',
  who: 'anyone',
  query: z.object({ sps_id: SimpleId, document_id: z.string().max(64).optional() }),
  reply: z.array(PromptOutput),
})

/** Ours: a workbook with a row for each document and a column for each prompt. */
export const downloadSimpleExcel = endpoint({
  method: 'GET',
  path: '/api/v1/sps/excel/',
  who: 'anyone',
  query: z.object({ sps_id: SimpleId }),
  reply: z.never(),
})

/** Ours: makes a project of the caller's own of a simple one; asked for again, it is the same project. */
export const keepSimpleProject = endpoint({
  method: 'POST',
  path: '/simple-studio/app/',
  who: 'member',
  bodySize: 'small',
  body: z.object({ sps_id: SimpleId }),
  reply: z.object({ tool_id: z.uuid(), is_new: z.boolean() }),
})
