import { parseExactJson } from '@recto/exact-json/parse-json'
import { z } from 'zod'
import { maxMatchedListRows, PresentedLookup } from '../lookups/lookup-matches.ts'
import { EvidenceReply, EvidenceTreeReply, PageBox } from '../prompt-studio/evidence.ts'
import { endpoint } from '../wire/endpoint.ts'
import { PrintedNumber, Timestamp } from '../wire/wire.ts'

const reviewTypes = ['review', 'approve', 'simple_review', 'simple_approve', 'download'] as const
export const ReviewType = z.enum(reviewTypes)
export type ReviewType = z.output<typeof ReviewType>

/** The id of a workflow, or the name of one where no other has it. */
const ClassName = z.string().min(1).max(255)
const OfClass = z.object({ class_name: ClassName })
const WithType = OfClass.extend({ type: ReviewType.default('review') })
/**
 * The item that the caller sees. If it is not the one that the caller holds, the call is refused; without it, the call
 * is about the held one.
 */
const itemId = { item_id: z.uuid().optional() }
const Message = z.object({ message: z.string() })
/**
 * A caller who sends `can_undo` can take the step back for so many seconds, which the reply states. Until then nothing
 * is delivered; without it, an approved document is delivered at once.
 */
const canUndo = { can_undo: z.boolean().default(false) }
const Undoable = Message.extend({ undo_seconds: z.number().int().optional() })

const Count = z.number().int()

const DocumentClass = z.object({
  workflow_id: z.uuid(),
  workflow_name: z.string(),
  /** Documents that wait for anybody, if they were asked for. */
  counts: z.object({ pending_review_count: Count, finished_review_count: Count }).optional(),
})
export type DocumentClass = z.output<typeof DocumentClass>

export const listDocumentClasses = endpoint({
  method: 'GET',
  path: '/manual_review/document_classes/',
  who: 'member',
  query: z.object({ with_counts: z.stringbool().default(false) }),
  reply: z.object({ data: z.array(DocumentClass) }),
})

export const listDocumentClassesOfApi = endpoint({
  ...listDocumentClasses,
  path: '/manual_review/document_classes_api/',
})

/** A file whose values people look at. */
export const QueueItem = z.object({
  id: z.uuid(),
  file: z.string(),
  file_name: z.string(),
  /** The bytes in base64; null of a very large file, or if the caller fetches it from `file_url`. */
  file_content: z.string().nullable(),
  file_url: z.string(),
  fileType: z.string(),
  position: z.number().int(),
  result: z.object({
    output: z.record(z.string(), z.unknown()),
    metadata: z.record(z.string(), z.unknown()),
  }),
  /** Types of the prompts by field, and the columns of those that ask for rows. */
  fields: z
    .record(z.string(), z.object({ type: z.string(), columns: z.array(z.string()) }))
    .optional(),
  workflow_id: z.uuid(),
  workflow_name: z.string(),
  is_edited: z.boolean(),
  /** Reason why the file was sent to review. */
  reason: z.string(),
  /** Reason why an approver sent it back. */
  note: z.string().nullable(),
  hitl_queue_name: z.string(),
  hitl_packet_id: z.string().nullable(),
  /** End of the reviewer's exclusive hold. */
  held_until: Timestamp.nullable(),
})
export type QueueItem = z.output<typeof QueueItem>

/** Gives the item that the caller holds, else takes the next one; null when none waits. */
export const fetchNextItem = endpoint({
  method: 'GET',
  path: '/manual_review/next/',
  who: 'member',
  changesState: true,
  query: WithType.extend({
    /** Whether the bytes are sent as well; a page shows pages instead. */
    with_content: z.stringbool().default(true),
  }),
  reply: z.object({ data: QueueItem.nullable(), message: z.string().optional() }),
})

export const fetchNextItemOfApi = endpoint({ ...fetchNextItem, path: '/manual_review/next_api/' })

/** What the caller will probably be given next, which nobody holds by that: its pages may be fetched ahead. */
export const peekNextItem = endpoint({
  method: 'GET',
  path: '/manual_review/upcoming/',
  who: 'member',
  query: WithType,
  reply: z.object({ data: z.object({ id: z.uuid() }).nullable() }),
})

/** With the type `approve` it goes to the end of the finished reviews, with what the next approver is to know. */
export const returnItem = endpoint({
  method: 'POST',
  path: '/manual_review/return_to_queue/',
  who: 'member',
  body: WithType.extend({ ...itemId, reason: z.string().trim().max(2000).optional() }),
  reply: Message,
})

export const QueueDetails = z.object({
  pending_review_count: Count,
  in_progress_count: Count,
  finished_review_count: Count,
  approval_in_progress_count: Count,
  approved_queue_count: Count,
})
export type QueueDetails = z.output<typeof QueueDetails>

export const getQueueDetails = endpoint({
  method: 'GET',
  path: '/manual_review/queue_details/',
  who: 'member',
  query: OfClass,
  reply: QueueDetails,
})

export const finishReview = endpoint({
  method: 'POST',
  path: '/manual_review/finish_review/',
  who: 'member',
  body: OfClass.extend({ ...itemId, ...canUndo }),
  reply: Undoable,
})

/**
 * Gives the caller back a document whose review they finished within the last minute. The one that they hold by then
 * returns to its queue.
 */
export const undoFinish = endpoint({
  method: 'POST',
  path: '/manual_review/undo_finish/',
  who: 'member',
  body: z.object({ item_id: z.uuid() }),
  reply: z.object({ data: QueueItem }),
})

export const approveItem = endpoint({
  method: 'POST',
  path: '/manual_review/approve/',
  who: 'member',
  body: OfClass.extend({ ...itemId, ...canUndo }),
  reply: Undoable,
})

/**
 * Gives the caller back a document that they approved within the last minute, unless it has been delivered. The one
 * that they hold by then returns to its queue.
 */
export const undoApproval = endpoint({
  ...undoFinish,
  path: '/manual_review/undo_approval/',
})

/**
 * The output or some of its fields, nested as it is; omitted fields keep their values. Clients send
 * it as JSON or written out.
 */
const Output = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value
    try {
      return parseExactJson(value)
    } catch {
      return value
    }
  },
  z.record(z.string(), z.unknown()),
)

/**
 * How the person writes numbers and dates, for those that the document leaves open: `1.234` or
 * `03/04/2026`.
 */
const PersonNotation = z.object({
  decimal_mark: z.enum(['comma', 'point']).optional(),
  date_order: z.enum(['day-first', 'month-first']).optional(),
})
export type PersonNotation = z.output<typeof PersonNotation>

/** The row that the person chooses for a field's value; null: it is not in the table. */
const ChosenRow = z.strictObject({
  row_key: z.string().min(1).max(200).nullable(),
  /** The place of the row of the field's list, from 0; absent if the value is no list. */
  row: z.number().int().min(0).optional(),
  /** Whether the value means this row from now on in the whole organization. */
  remember: z.boolean().default(false),
  /** Whether an earlier choice is withdrawn, so that the value is matched as if nobody had chosen; `row_key` is ignored. */
  withdraw: z.boolean().default(false),
})

const ChosenRowOrRows = z.union([ChosenRow, z.array(ChosenRow).min(1).max(maxMatchedListRows)])

export const saveEdits = endpoint({
  method: 'PATCH',
  path: '/manual_review/edited_data/',
  who: 'member',
  keepsDigits: true,
  bodySize: 'texts',
  body: WithType.extend({
    ...itemId,
    updated_data: Output,
    /**
     * Evidence of the values by field, in the format of `evidence_data`; omitted fields keep
     * theirs.
     */
    updated_evidence: z.record(z.string(), EvidenceTreeReply).optional(),
    notation: PersonNotation.optional(),
    /**
     * Chosen rows by field, whose columns replace those that were added to the output. For several rows of a list, the
     * field has a list of choices.
     */
    updated_lookups: z.record(z.string(), ChosenRowOrRows).optional(),
  }),
  reply: Message.extend({
    /**
     * The sent fields as they are stored, each value in its type, and the columns that changed with their matches;
     * given to a caller who sends `item_id`.
     */
    stored_data: z.record(z.string(), z.unknown()).optional(),
    /** The matches after the edits, by field, if there are any; given to the same caller. */
    lookups: z.record(z.string(), PresentedLookup).optional(),
  }),
})

/** Saves the edits and moves the item on, in one go. */
export const finishReviewOfApi = endpoint({
  method: 'POST',
  path: '/manual_review/finish_review_api/',
  who: 'member',
  keepsDigits: true,
  bodySize: 'texts',
  body: OfClass.extend({
    ...itemId,
    type: z.enum(['simple_review', 'simple_approve']).default('simple_review'),
    updated_data: Output,
    notation: PersonNotation.optional(),
  }),
  reply: Message,
})

const ApprovedItem = z.object({
  id: z.uuid(),
  position: z.number().int(),
  file_name: z.string(),
  approved_at: Timestamp,
  approved_by: z.string().nullable(),
  is_edited: z.boolean(),
})
export type ApprovedItem = z.output<typeof ApprovedItem>

export const listApprovedItems = endpoint({
  method: 'GET',
  path: '/manual_review/approved_queue_details/',
  who: 'member',
  query: OfClass,
  reply: z.object({ data: z.array(ApprovedItem) }),
})

export const getApprovedItem = endpoint({
  method: 'GET',
  path: '/manual_review/approved_queue_item/',
  who: 'member',
  query: OfClass.extend({ position: z.coerce.number().int() }),
  reply: z.object({ data: QueueItem }),
})

/** All approved results of a class as a file; it takes none of them from the queue. */
export const downloadApproved = endpoint({
  method: 'GET',
  path: '/manual_review/approved_queue_download/',
  who: 'member',
  exportsData: true,
  query: OfClass.extend({ format: z.enum(['json', 'csv']).default('json') }),
  reply: z.never(),
})

const ItemPath = z.object({ id: z.uuid() })

export const getItemFile = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/file/',
  who: 'member',
  params: ItemPath,
  reply: z.never(),
})

export const listItemPages = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/pages/',
  who: 'member',
  params: ItemPath,
  reply: z.object({ pages: z.array(z.object({ width: z.number(), height: z.number() })) }),
})

export const drawItemPage = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/page/',
  who: 'member',
  params: ItemPath,
  query: z.object({
    page: z.coerce.number().int().min(0).max(100_000),
    width: z.coerce.number().int().min(1).max(4000).default(1000),
  }),
  reply: z.never(),
})

const Points = z.coerce.number().min(0).max(100_000)

const PartOfPage = z.object({
  page: z.coerce.number().int().min(0).max(100_000),
  left: Points,
  top: Points,
  right: Points,
  bottom: Points,
})

/** What stands in a box on a page, in points from its top left corner; over nothing an empty text, found nowhere. */
export const getWordsOnPage = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/words/',
  who: 'member',
  params: ItemPath,
  query: PartOfPage,
  reply: z.object({
    text: z.string(),
    /** Set if the text is a number, with nothing but its currency beside it. */
    number: PrintedNumber.nullable(),
    evidence: EvidenceReply.nullable(),
  }),
})

/** The words in a box on a page as rows of equally many cells; an empty cell has no evidence. */
export const getRowsOnPage = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/rows/',
  who: 'member',
  params: ItemPath,
  query: PartOfPage,
  reply: z.object({
    rows: z.array(z.array(z.object({ text: z.string(), evidence: EvidenceReply.nullable() }))),
  }),
})

/** Finds the places of a text in the document, in reading order; long lists end early. */
export const findTextInItem = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/search/',
  who: 'member',
  params: ItemPath,
  query: z.object({ text: z.string().trim().min(1).max(200) }),
  reply: z.object({
    matches: z.array(z.object({ page: z.number().int(), boxes: z.array(PageBox) })),
  }),
})

export const ReviewEvent = z.object({
  at: Timestamp,
  who: z.string().nullable(),
  kind: z.string(),
  field: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** Evidence of the new value, if the editor selected it. */
  places: z.array(EvidenceReply).nullable(),
  note: z.string().nullable(),
})
export type ReviewEvent = z.output<typeof ReviewEvent>

/** Rows of the lookup table that a field of an item is matched to, at most 20; 404 if there is no such field or table. */
export const searchItemLookup = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/lookup-rows/',
  who: 'member',
  params: ItemPath,
  query: z.object({
    field: z.string().min(1).max(255),
    search: z.string().trim().max(255).optional(),
  }),
  reply: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.object({ key: z.string(), cells: z.array(z.string()) })),
  }),
})

/** Lists what was done to an item and by whom, newest first. */
export const listItemEvents = endpoint({
  method: 'GET',
  path: '/manual_review/items/:id/events/',
  who: 'member',
  params: ItemPath,
  reply: z.object({ data: z.array(ReviewEvent) }),
})
