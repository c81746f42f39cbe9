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
} from './review.queries.ts'
import { missingIn } from './reviewed-item.ts'
import { useEdits } from './use-edits.ts'

/** The document in hand, and what can be done with it. */
export function useDesk(desk: Desk) {
  const { success, failed, warn, hint } = useAlerts()
  const next = useFetchNext()
  const save = useSaveEdits()
  const finish = useFinishReview()
  const approve = useApproveItem()
  const giveBack = useReturnItem()
  const end = desk.type === 'review' ? finish : approve

  const edits = useEdits({
    save: (changed, before) => save.mutateAsync({ ...desk, ...changesOf(before, changed) }),
    onSaved: () => success('Succesfully updated the data.'),
    onFailed(error) {
      failed(error, 'Failed to update data.')
      // Whoever holds the document no longer can save nothing of what waits.
      return !(error instanceof Refusal && error.status === 409)
    },
  })
  const { item } = edits

  function fetchNext() {
    next.mutate(desk, {
      onSuccess: (found) => {
        edits.start(found ?? undefined)
        if (!found) hint('No document is waiting.')
      },
      onError: (error) => failed(error, 'Failed to set current review data.'),
    })
  }

  function endItem() {
    const missing = item && missingIn(item)
    if (missing) return warn(missing)
    end.mutate(desk.classId, {
      onSuccess: ({ message }) => {
        success(message)
        fetchNext()
      },
      onError: (error) => failed(error),
    })
  }

  function returnItem(reason?: string) {
    giveBack.mutate(
      { ...desk, ...(reason && { reason }) },
      {
        onSuccess: ({ message }) => {
          success(message)
          edits.start(undefined)
        },
        onError: (error) => failed(error),
      },
    )
  }

  const isBusy = edits.isSaving || [next, end, giveBack].some(({ isPending }) => isPending)
  return { item, isBusy, fetchNext, edit: edits.add, endItem, returnItem }
}

/** Only the fields that differ, and of these the places that do. */
function changesOf(before: ReviewedItem, after: ReviewedItem) {
  const evidence = differing(before.evidence, after.evidence)
  return {
    output: differing(before.output, after.output),
    ...(Object.keys(evidence).length > 0 && { evidence }),
  }
}

type Fields<Value> = Readonly<Record<string, Value>>

const differing = <Value>(before: Fields<Value>, after: Fields<Value>): Fields<Value> =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field]))
