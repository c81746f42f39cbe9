import { omitUndefined } from '@recto/omit-undefined'
import { useEffect, useState } from 'react'
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
  useUndoApproval,
  useUndoFinish,
} from './review.queries.ts'
import { missingFieldMessageOf } from './reviewed-item.ts'
import { useEdits } from './use-edits.ts'

/** Manages the current document and the actions on it. */
export function useDesk(desk: Desk) {
  const { success, successWithUndo, showError, warn, hint } = useAlerts()
  const next = useFetchNext()
  const save = useSaveEdits()
  const finish = useFinishReview()
  const approve = useApproveItem()
  const undoFinish = useUndoFinish()
  const undoApproval = useUndoApproval()
  const returnToQueue = useReturnItem()
  const [doneCount, setDoneCount] = useState(0)
  const isReview = desk.type === 'review'
  const end = isReview ? finish : approve
  const undoEnd = isReview ? undoFinish : undoApproval

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
  const { item, add: edit, feedback } = edits

  function fetchNext() {
    next.mutate(desk, {
      onSuccess: (item) => {
        edits.start(item ?? undefined)
        if (!item) hint('No documents are waiting.')
      },
      onError: (error) => showError(error, 'Failed to set current review data.'),
    })
  }

  /** Ends the work on the item, as soon as its edits are saved. */
  function endItem() {
    if (feedback.isSaving) requestEnd(undefined)
    else endSavedItem()
  }
  const requestEnd = useAfterSaving(feedback.isSaving, () => {
    // A value that was refused is looked at first.
    if (feedback.refusals.size === 0) endSavedItem()
  })

  function endSavedItem() {
    if (!item) return
    const missingFieldMessage = missingFieldMessageOf(item)
    if (missingFieldMessage) return warn(missingFieldMessage)
    end.mutate(
      { classId: desk.classId, id: item.id },
      {
        onSuccess: ({ message, undoSeconds }) => {
          if (undoSeconds) successWithUndo(message, () => requestUndo(item.id), undoSeconds)
          else success(message)
          setDoneCount((count) => count + 1)
          fetchNext()
        },
        onError: (error) => showError(error),
      },
    )
  }

  // The item that is open by then is given back with its edits.
  const requestUndo = useAfterSaving(feedback.isSaving || next.isPending, undo)

  function undo(itemId: string) {
    undoEnd.mutate(itemId, {
      onSuccess: (item) => {
        setDoneCount((count) => Math.max(count - 1, 0))
        edits.start(item)
      },
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

  const isSending = [next, end, undoEnd, returnToQueue].some(({ isPending }) => isPending)
  const isBusy = isSending || feedback.isSaving
  return { item, isBusy, isSending, doneCount, fetchNext, edit, feedback, endItem, returnItem }
}

/** Runs an action once nothing is on its way to the server. Returns the function that asks for it. */
function useAfterSaving<Argument>(isBusy: boolean, run: (argument: Argument) => void) {
  const [request, setRequest] = useState<{ readonly argument: Argument }>()
  useEffect(() => {
    if (!request || isBusy) return
    setRequest(undefined)
    run(request.argument)
  })
  return (argument: Argument) => setRequest({ argument })
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
