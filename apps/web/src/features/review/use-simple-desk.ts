import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import { type SimpleReviewQueue, useFetchNextOfSimple, useFinishSimple } from './review.queries.ts'
import { missingFieldMessageOf } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'

/**
 * Manages the current document of a simple review screen. Its changes are saved when the review is
 * finished.
 */
export function useSimpleDesk(desk: SimpleReviewQueue) {
  const { success, showError, warn, hint } = useAlerts()
  const next = useFetchNextOfSimple()
  const finish = useFinishSimple()
  const [item, setItem] = useState<ReviewedItem>()

  function fetchNext() {
    next.mutate(desk, {
      onSuccess: (item) => {
        setItem(item ?? undefined)
        if (!item) hint('No documents are waiting.')
      },
      onError: (error) => showError(error, 'Failed to set current review data.'),
    })
  }

  function endItem() {
    if (!item) return
    const missingFieldMessage = missingFieldMessageOf(item)
    if (missingFieldMessage) return warn(missingFieldMessage)
    finish.mutate(
      { ...desk, id: item.id, output: item.output },
      {
        onSuccess: ({ message }) => {
          success(message)
          fetchNext()
        },
        // The changes stay on the page and can be sent again.
        onError: (error) => showError(error, 'Failed to update data.'),
      },
    )
  }

  const edit = (change: Edit) => setItem((now) => now && change(now))
  return { item, isBusy: next.isPending || finish.isPending, fetchNext, edit, endItem }
}
