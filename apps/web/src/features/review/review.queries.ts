import type { PageBox } from '@recto/contract/prompt-studio/evidence'
import * as api from '@recto/contract/review/review'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { omitUndefined } from '@recto/omit-undefined'
import { addressOf } from '../../shared/api/address.ts'
import { readAs, useChange } from '../../shared/api/requests.ts'
import { personNotation } from '../../shared/browser/person-notation.ts'
import type { ChosenRow, ReviewedItem, StoredEdits } from './item.ts'
import { itemFromWire } from './reviewed-item.ts'
import { lookupsFromWire } from './reviewed-lookups.ts'

type Classes = { readonly data: readonly api.DocumentClass[] }

/** A document class is a workflow, as reviewers choose it; the wire calls its id `class_name`. */
const classesOf = ({ data }: Classes) =>
  data.map(({ workflow_id: id, workflow_name: name, counts }) => ({
    id,
    name,
    pendingCount: counts?.pending_review_count ?? 0,
    finishedCount: counts?.finished_review_count ?? 0,
  }))

/** A kind of documents with the numbers of those that wait for anybody. */
export type ReviewedClass = ReturnType<typeof classesOf>[number]

export const documentClasses = readAs(
  api.listDocumentClasses,
  { query: { with_counts: 'true' } },
  classesOf,
)

export const documentClassesOfSimple = readAs(
  api.listDocumentClassesOfApi,
  { query: { with_counts: 'true' } },
  classesOf,
)

const classQuery = (classId: string) => ({ query: { class_name: classId } })

export const queueDetails = (classId: string) =>
  readAs(api.getQueueDetails, classQuery(classId), (counts) => ({
    pending: counts.pending_review_count,
    inReview: counts.in_progress_count,
    finished: counts.finished_review_count,
    inApproval: counts.approval_in_progress_count,
    approved: counts.approved_queue_count,
  }))

export const approvedItems = (classId: string) =>
  readAs(api.listApprovedItems, classQuery(classId), ({ data }) =>
    data.map(({ position, file_name, approved_at, approved_by }) => ({
      position,
      fileName: showHiddenCharacters(file_name),
      approvedAt: approved_at,
      approvedBy: approved_by,
    })),
  )

export const pagesOfItem = (id: string) =>
  readAs(api.listItemPages, { params: { id } }, ({ pages }) => pages)

/** Actions on a document, newest first. */
export const eventsOfItem = (id: string) =>
  readAs(api.listItemEvents, { params: { id } }, ({ data }) => data)

/** The document after the current one, used for prefetching its pages. */
export const upcomingItem = ({ classId, type }: ReviewQueue) =>
  readAs(api.peekNextItem, { query: { class_name: classId, type } }, ({ data }) => data)

export const addressOfItemFile = (id: string): string =>
  addressOf(api.getItemFile, { params: { id } })

export const addressOfItemPage = (id: string, page: number, width = 1000): string =>
  addressOf(api.drawItemPage, { params: { id }, query: { page, width } })

/** A box drawn on a page, in points. */
export type DrawnBox = { readonly page: number; readonly box: PageBox }

type DrawnTextRequest = DrawnBox & { readonly id: string }

const toBoxQuery = ({ id, page, box: [left, top, right, bottom] }: DrawnTextRequest) => ({
  params: { id },
  query: { page, left, top, right, bottom },
})

/** Returns the text inside a drawn box. */
export const useWordsOnPage = () =>
  useChange(api.getWordsOnPage, {
    invalidates: [],
    toWire: toBoxQuery,
    fromWire: ({ text, number, evidence }) => ({ text, number, evidence }),
  })

/** The words in a drawn box as rows of cells. */
export type DrawnRows = EndpointReply<typeof api.getRowsOnPage>['rows']

/** Returns the rows inside a drawn box. */
export const useRowsOnPage = () =>
  useChange(api.getRowsOnPage, {
    invalidates: [],
    toWire: toBoxQuery,
    fromWire: ({ rows }): DrawnRows => rows,
  })

/** Places where a text stands in the document. */
export const textMatches = (id: string, text: string) =>
  readAs(api.findTextInItem, { params: { id }, query: { text } }, ({ matches }) => matches)

export type SearchMatch = EndpointReply<typeof api.findTextInItem>['matches'][number]

const queue = [
  api.listDocumentClasses,
  api.listDocumentClassesOfApi,
  api.getQueueDetails,
  api.listApprovedItems,
  api.peekNextItem,
]

/** The queue that a review screen works on. */
export type ReviewQueue = { readonly classId: string; readonly type: 'review' | 'approve' }

type NextItemRequest = { readonly classId: string; readonly type: api.ReviewType }

const nextItem = {
  invalidates: queue,
  toWire: ({ classId, type }: NextItemRequest) => ({
    // The page shows images of the pages, and need not wait for the file.
    query: { class_name: classId, type, with_content: 'false' },
  }),
  fromWire: ({ data }: { readonly data: api.QueueItem | string | null }): ReviewedItem | null =>
    data === null ? null : itemFromWire(data),
}

export const useFetchNext = () => useChange(api.fetchNextItem, nextItem)

/** Uses the endpoints for existing automation clients. */
export const useFetchNextOfSimple = () => useChange(api.fetchNextItemOfApi, nextItem)

/** Queue of the simple review screens. */
export type SimpleReviewQueue = {
  readonly classId: string
  readonly type: 'simple_review' | 'simple_approve'
}

type FinishedReview = SimpleReviewQueue & Pick<ReviewedItem, 'id' | 'output'>

/** Saves all changes and finishes the review of the document. */
export const useFinishSimple = () =>
  useChange(api.finishReviewOfApi, {
    invalidates: queue,
    toWire: ({ classId, type, id, output }: FinishedReview) => ({
      body: {
        class_name: classId,
        item_id: id,
        type,
        updated_data: output,
        notation: personNotation(),
      },
    }),
  })

export const useOpenApproved = () =>
  useChange(api.getApprovedItem, {
    invalidates: [],
    toWire: ({ classId, position }: { readonly classId: string; readonly position: number }) => ({
      query: { class_name: classId, position },
    }),
    fromWire: ({ data }): ReviewedItem => itemFromWire(data),
  })

type Edits = ReviewQueue & {
  readonly id: string
  readonly output: Readonly<Record<string, unknown>>
  /** Evidence of the fields whose evidence changed: rows moved, a box drawn, an edit undone. */
  readonly evidence?: ReviewedItem['evidence']
  /** The rows that were chosen, by field. */
  readonly chosenRows?: Readonly<Record<string, readonly ChosenRow[]>>
}

export const useSaveEdits = () =>
  useChange(api.saveEdits, {
    invalidates: [api.listItemEvents],
    toWire: ({ classId, type, id, output, evidence, chosenRows }: Edits) => ({
      body: {
        class_name: classId,
        item_id: id,
        type,
        updated_data: output,
        updated_evidence: evidence,
        updated_lookups: chosenRows && chosenRowsToWire(chosenRows),
        notation: personNotation(),
      },
    }),
    /** The fields as they are stored, each value in its type, and the matches if there are any. */
    fromWire: ({ stored_data: output = {}, lookups }): StoredEdits =>
      omitUndefined({ output, lookups: lookups && lookupsFromWire(lookups) }),
  })

const chosenRowsToWire = (chosenRows: NonNullable<Edits['chosenRows']>) =>
  Object.fromEntries(
    Object.entries(chosenRows).map(([field, rows]) => {
      const choices = rows.map(chosenRowToWire)
      const [choice] = choices
      return [field, choice && choices.length === 1 ? choice : choices]
    }),
  )

const chosenRowToWire = ({ rowKey, listRow, isRemembered, isWithdrawn }: ChosenRow) => ({
  row_key: rowKey,
  remember: isRemembered,
  ...omitUndefined({ row: listRow, withdraw: isWithdrawn }),
})

type LookupSearch = { readonly id: string; readonly field: string; readonly search: string }

/** Rows that a value of an item may mean. */
export const lookupRowsOfItem = ({ id, field, search }: LookupSearch) =>
  readAs(api.searchItemLookup, { params: { id }, query: { field, search } }, (reply) => reply)

type ReturnedItem = ReviewQueue & { readonly id: string; readonly reason?: string }

export const useReturnItem = () =>
  useChange(api.returnItem, {
    invalidates: queue,
    toWire: ({ classId, type, id, reason }: ReturnedItem) => ({
      body: { class_name: classId, item_id: id, type, reason },
    }),
  })

type ItemOfClass = { readonly classId: string; readonly id: string }

const endedItem = {
  invalidates: queue,
  toWire: ({ classId, id }: ItemOfClass) => ({
    body: { class_name: classId, item_id: id, can_undo: true },
  }),
  fromWire: (reply: EndpointReply<typeof api.finishReview>) => ({
    message: reply.message,
    /** Time to take the step back; absent if it cannot be. */
    undoSeconds: reply.undo_seconds,
  }),
}

export const useFinishReview = () => useChange(api.finishReview, endedItem)

export const useApproveItem = () => useChange(api.approveItem, endedItem)

const undoneItem = {
  invalidates: queue,
  toWire: (itemId: string) => ({ body: { item_id: itemId } }),
  fromWire: ({ data }: EndpointReply<typeof api.undoFinish>): ReviewedItem => itemFromWire(data),
}

/** Gives back a document whose review was finished just now. */
export const useUndoFinish = () => useChange(api.undoFinish, undoneItem)

/** Gives back a document that was approved just now. */
export const useUndoApproval = () => useChange(api.undoApproval, undoneItem)

/** Address of the approved results as an attachment. */
export const addressOfApproved = (classId: string, format: 'json' | 'csv'): string =>
  addressOf(api.downloadApproved, { query: { class_name: classId, format } })
