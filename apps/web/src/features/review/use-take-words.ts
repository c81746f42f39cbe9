import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import { withValue } from './item-tables.ts'
import { type DrawnPart, useWordsOnPage } from './review.queries.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'

type Given = {
  readonly item: ReviewedItem
  /** The value that takes the words. */
  readonly chosen: ReviewedValue | undefined
  readonly isViewOnly: boolean
  onTaken(key: string, edit: Edit): void
}

/** Makes what stands in a drawn box the value that is chosen, with its place. */
export function useTakeWords({ item, chosen, isViewOnly, onTaken }: Given) {
  const { hint, failed } = useAlerts()
  const words = useWordsOnPage()
  return (part: DrawnPart) => {
    if (isViewOnly) return hint('View only mode')
    if (!chosen) return hint('Choose a value first: what stands in the box becomes its value.')
    const { key, value: before } = chosen
    words.mutate(
      { id: item.id, ...part },
      {
        onSuccess: ({ text, number, place }) => {
          if (!place) return hint('No words stand in this box.')
          const value = typeof before === 'number' ? (number ?? text) : text
          onTaken(key, (one) => withValue(one, key, { value, places: [place] }))
        },
        onError: (error) => failed(error, 'Failed to read the words in the box.'),
      },
    )
  }
}
