import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import { type SimpleDesk, useFetchNextOfSimple, useFinishSimple } from './review.queries.ts'
import { missingIn } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'

/** The document in hand of a simple screen: what is changed of it is saved when it is ended. */
export function useSimpleDesk(desk: SimpleDesk) {
  const { success, failed, warn, hint } = useAlerts()
  const next = useFetchNextOfSimple()
  const finish = useFinishSimple()
  const [item, setItem] = useState<ReviewedItem>()

  function fetchNext() {
    next.mutate(desk, {
      onSuccess: (found) => {
        setItem(found ?? undefined)
        if (!found) hint('No document is waiting.')
      },
      onError: (error) => failed(error, 'Failed to set current review data.'),
    })
  }

  function endItem() {
    if (!item) return
    const missing = missingIn(item)
    if (missing) return warn(missing)
    finish.mutate(
      { ...desk, output: item.output },
      {
        onSuccess: ({ message }) => {
          success(message)
          fetchNext()
        },
        // What was changed stays on the page, to be sent again.
        onError: (error) => failed(error, 'Failed to update data.'),
      },
    )
  }

  const edit = (change: Edit) => setItem((now) => now && change(now))
  return { item, isBusy: next.isPending || finish.isPending, fetchNext, edit, endItem }
}
