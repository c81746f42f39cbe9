import { omitUndefined } from '@recto/omit-undefined'
import { useState } from 'react'
import { Refusal } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import {
  type ReviewQueue,
  useApproveItem,
  useFetchNext,
  useFinishReview,
  useReturnItem,
  useSaveEdits,
} from './review.queries.ts'
import { missingFieldMessageOf, valuesOf } from './reviewed-item.ts'
import { chosenRowsOf } from './reviewed-lookups.ts'
import { useAfterSaving } from './use-after-saving.ts'
import { useEdits } from './use-edits.ts'
import { useUndo } from './use-undo.ts'

/** Manages the current document and the actions on it. */
export function useDesk(desk: ReviewQueue) {
  const { success, successWithUndo, showError, warn, hint } = useAlerts()
  const next = useFetchNext()
  const save = useSaveEdits()
  const finish = useFinishReview()
  const approve = useApproveItem()
  const returnToQueue = useReturnItem()
  const [doneCount, setDoneCount] = useState(0)
  const isReview = desk.type === 'review'
  const end = isReview ? finish : approve

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

  const undoStep = useUndo(desk, {
    isBusy: feedback.isSaving || next.isPending,
    onUndone(item) {
      setDoneCount((count) => Math.max(count - 1, 0))
      edits.start(item)
    },
  })

  /** Ends the work on the item, as soon as its edits are saved. */
  function endItem() {
    if (!feedback.isSaving) void endSavedItem()
    else if (feedback.refusals.size > 0) warnNotEnded(`${listRefused() || 'an edit'} was refused.`)
    else requestEnd(feedback.failureCount)
  }
  const requestEnd = useAfterSaving(feedback.isSaving, (failureCount: number) => {
    // The item is looked at again without the edit that is lost.
    if (feedback.failureCount > failureCount) warnNotEnded('an edit could not be saved.')
    else void endSavedItem()
  })

  const warnNotEnded = (reason: string) =>
    warn(`${isReview ? 'Not finished' : 'Not approved'}: ${reason}`)

  const listRefused = () =>
    (item ? valuesOf(item) : [])
      .filter(({ key }) => feedback.refusals.has(key))
      .map(({ label }) => `“${label}”`)
      .join(', ')

  async function endSavedItem() {
    if (!item) return
    const missingFieldMessage = missingFieldMessageOf(item)
    if (missingFieldMessage) return warn(missingFieldMessage)
    try {
      const { message, undoSeconds } = await end.mutateAsync({ classId: desk.classId, id: item.id })
      if (undoSeconds) successWithUndo(message, () => undoStep.undo(item.id), undoSeconds)
      else success(message)
      if (!undoStep.isOpen.current) return
      setDoneCount((count) => count + 1)
      fetchNext()
    } catch (error) {
      showError(error)
    }
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

  const isSending = [next, end, undoStep, returnToQueue].some(({ isPending }) => isPending)
  const isBusy = isSending || feedback.isSaving
  return { item, isBusy, isSending, doneCount, fetchNext, edit, feedback, endItem, returnItem }
}

/** Returns the fields that differ, the evidence of those whose evidence differs, and the chosen rows. */
function changesOf(previousItem: ReviewedItem, updatedItem: ReviewedItem) {
  const evidence = pickChanged(previousItem.evidence, updatedItem.evidence)
  return omitUndefined({
    output: pickChanged(previousItem.output, updatedItem.output),
    evidence: Object.keys(evidence).length > 0 ? evidence : undefined,
    chosenRows: chosenRowsOf(updatedItem.lookups),
  })
}

type Fields<Value> = Readonly<Record<string, Value>>

const pickChanged = <Value>(previous: Fields<Value>, next: Fields<Value>): Fields<Value> =>
  Object.fromEntries(Object.entries(next).filter(([field, value]) => value !== previous[field]))
