import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

/** A file of a workflow's source, and what became of it: it is not processed again as long as this is kept. */
export const FileHistory = z.object({
  id: z.uuid(),
  workflow: z.uuid(),
  file_path: z.string(),
  file_hash: z.string(),
  status: z.enum(['COMPLETED', 'ERROR']),
  error: z.string().nullable(),
  execution_count: z.number().int(),
  execution_id: z.uuid().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type FileHistory = z.output<typeof FileHistory>

const WorkflowId = z.object({ id: z.uuid() })
const Status = FileHistory.shape.status
const oneOrMany = z.union([Status.transform((one) => [one]), z.array(Status)])
const Count = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)

const filters = {
  status: oneOrMany.optional(),
  execution_count_min: Count.optional(),
  execution_count_max: Count.optional(),
  /** A part of the path. */
  file_path: z.string().optional(),
}

const FileHistoryQuery = Paging.extend(filters)

export const listFileHistories = endpoint({
  method: 'GET',
  path: '/workflow/:id/file-histories/',
  who: 'member',
  params: WorkflowId,
  query: FileHistoryQuery,
  reply: pageOf(FileHistory),
})

const OneOfWorkflow = z.object({ id: z.uuid(), history_id: z.uuid() })

export const getFileHistory = endpoint({
  method: 'GET',
  path: '/workflow/:id/file-histories/:history_id/',
  who: 'member',
  params: OneOfWorkflow,
  reply: FileHistory,
})

export const deleteFileHistory = endpoint({
  method: 'DELETE',
  path: '/workflow/:id/file-histories/:history_id/',
  who: 'member',
  status: 204,
  params: OneOfWorkflow,
  reply: NoBody,
})

const FileHistorySelection = z.object({ ids: z.array(z.uuid()).max(100).optional(), ...filters })
export type FileHistorySelection = z.output<typeof FileHistorySelection>

/** Forgets the files that are named or narrowed down to; an empty body means all. */
export const clearFileHistories = endpoint({
  method: 'POST',
  path: '/workflow/:id/file-histories/clear/',
  who: 'member',
  params: WorkflowId,
  body: FileHistorySelection,
  reply: z.object({ deleted_count: z.number().int(), message: z.string() }),
})

/** Results of before are not taken again. The reply and every refusal are bare texts: clients print them. */
export const clearCache = endpoint({
  method: 'GET',
  path: '/workflow/:id/clear-cache/',
  who: 'member',
  changesState: true,
  refusals: 'text',
  params: WorkflowId,
  reply: z.string(),
})

/** Forgets all files of the workflow's source, so that the next run processes them again. */
export const clearFileMarker = endpoint({ ...clearCache, path: '/workflow/:id/clear-file-marker/' })
