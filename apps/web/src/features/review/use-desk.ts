import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import {
  type Desk,
  useApproveItem,
  useFetchNext,
  useFinishReview,
  useReturnItem,
  useSaveEdits,
} from './review.queries.ts'
import { missingIn, type ReviewedItem } from './reviewed-item.ts'

/** The document in hand, and what can be done with it. */
export function useDesk(desk: Desk) {
  const { success, failed, warn, hint } = useAlerts()
  const [item, setItem] = useState<ReviewedItem>()
  const next = useFetchNext()
  const save = useSaveEdits()
  const finish = useFinishReview()
  const approve = useApproveItem()
  const giveBack = useReturnItem()
  const end = desk.type === 'review' ? finish : approve

  function fetchNext() {
    next.mutate(desk, {
      onSuccess: (found) => {
        setItem(found ?? undefined)
        if (!found) hint('No document is waiting.')
      },
      onError: (error) => failed(error, 'Failed to set current review data.'),
    })
  }

  function keep(changed: ReviewedItem) {
    const before = item
    setItem(changed)
    const { output, evidence } = changed
    const isMoved = evidence !== before?.evidence
    save.mutate(
      { ...desk, output, ...(isMoved && { evidence }) },
      {
        onSuccess: () => success('Succesfully updated the data.'),
        onError: (error) => {
          setItem(before)
          failed(error, 'Failed to update data.')
        },
      },
    )
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
          setItem(undefined)
        },
        onError: (error) => failed(error),
      },
    )
  }

  const isBusy = [next, save, end, giveBack].some(({ isPending }) => isPending)
  return { item, isBusy, fetchNext, keep, endItem, returnItem }
}
