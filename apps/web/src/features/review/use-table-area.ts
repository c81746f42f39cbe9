import { useEffect, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import { type DrawnBox, type DrawnRows, useRowsOnPage } from './review.queries.ts'

type TableAreaOptions = {
  readonly item: ReviewedItem
  onRead(field: string, rows: DrawnRows): void
}

/** Lets the user draw the area of a table on a page, whose rows are then read. */
export function useTableArea({ item, onRead }: TableAreaOptions) {
  const { hint, showError } = useAlerts()
  const [field, setField] = useState<string>()
  const drawnRows = useRowsOnPage()

  useEffect(() => {
    if (field === undefined) return undefined
    const cancel = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setField(undefined)
    }
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  }, [field])

  function read(part: DrawnBox): void {
    if (field === undefined) return
    setField(undefined)
    drawnRows.mutate(
      { id: item.id, ...part },
      {
        onSuccess: (rows) =>
          rows.length === 0 ? hint('There is no text in this box.') : onRead(field, rows),
        onError: (error) => showError(error, 'Failed to read the rows in the box'),
      },
    )
  }
  const toggle = (next: string) => setField(next === field ? undefined : next)
  return { field, toggle, read }
}
