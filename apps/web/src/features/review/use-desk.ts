import { omitUndefined } from '@recto/omit-undefined'
import { Refusal } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import {
  type Desk,
  useApproveItem,
  useFetchNext,
  useFinishReview,
  useReturnItem,
  useSaveEdits,
  useUndoFinish,
} from './review.queries.ts'
import { missingFieldMessageOf } from './reviewed-item.ts'
import { useEdits } from './use-edits.ts'

/** The server undoes a finished review for so long. */
const SECONDS_TO_UNDO = 60

/** Manages the current document and the actions on it. */
export function useDesk(desk: Desk) {
  const { success, successWithUndo, showError, warn, hint } = useAlerts()
  const next = useFetchNext()
  const save = useSaveEdits()
  const finish = useFinishReview()
  const approve = useApproveItem()
  const undoFinish = useUndoFinish()
  const returnToQueue = useReturnItem()
  const end = desk.type === 'review' ? finish : approve

  const edits = useEdits({
    save: (updatedItem, previous) =>
      save.mutateAsync({ ...desk, id: updatedItem.id, ...changesOf(previous, updatedItem) }),
    onFailed(error, key) {
      // What was typed into a field is refused there.
      const isAtField = key !== undefined && error instanceof Refusal && error.status === 400
      if (!isAtField) showError(error, 'Failed to update data.')
      // Status 409: the document is no longer assigned to this user, so queued edits cannot be
      // saved either.
      return !(error instanceof Refusal && error.status === 409)
    },
  })
  const { item } = edits

  function fetchNext() {
    next.mutate(desk, {
      onSuccess: (item) => {
        edits.start(item ?? undefined)
        if (!item) hint('No documents are waiting.')
      },
      onError: (error) => showError(error, 'Failed to set current review data.'),
    })
  }

  function endItem() {
    if (!item) return
    const missingFieldMessage = missingFieldMessageOf(item)
    if (missingFieldMessage) return warn(missingFieldMessage)
    end.mutate(
      { classId: desk.classId, id: item.id },
      {
        onSuccess: ({ message }) => {
          if (desk.type === 'review') successWithUndo(message, () => undo(item.id), SECONDS_TO_UNDO)
          else success(message)
          fetchNext()
        },
        onError: (error) => showError(error),
      },
    )
  }

  function undo(itemId: string) {
    undoFinish.mutate(itemId, {
      onSuccess: edits.start,
      onError: (error) => showError(error),
    })
  }

  function returnItem(reason?: string) {
    if (!item) return
    returnToQueue.mutate(
      { ...desk, id: item.id, ...omitUndefined({ reason: reason || undefined }) },
      {
        onSuccess: ({ message }) => {
          success(message)
          edits.start(undefined)
        },
        onError: (error) => showError(error),
      },
    )
  }

  const isBusy =
    edits.feedback.isSaving ||
    [next, end, undoFinish, returnToQueue].some(({ isPending }) => isPending)
  const { add: edit, feedback } = edits
  return { item, isBusy, fetchNext, edit, feedback, endItem, returnItem }
}

/** Returns the fields that differ, and the evidence of those whose evidence differs. */
function changesOf(previousItem: ReviewedItem, updatedItem: ReviewedItem) {
  const evidence = pickChanged(previousItem.evidence, updatedItem.evidence)
  return omitUndefined({
    output: pickChanged(previousItem.output, updatedItem.output),
    evidence: Object.keys(evidence).length > 0 ? evidence : undefined,
  })
}

type Fields<Value> = Readonly<Record<string, Value>>

const pickChanged = <Value>(previous: Fields<Value>, next: Fields<Value>): Fields<Value> =>
  Object.fromEntries(Object.entries(next).filter(([field, value]) => value !== previous[field]))
