import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import { withValue } from './item-tables.ts'
import { type DrawnPart, useWordsOnPage } from './review.queries.ts'
import type { ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'

type TakeWordsOptions = {
  readonly item: ReviewedItem
  /** The value that is replaced with the text. */
  readonly selectedValue: ReviewedValue | undefined
  readonly isViewOnly: boolean
  onTaken(key: string, edit: Edit): void
}

/** Replaces the selected value with the text in a drawn box and with its location. */
export function useTakeWords({ item, selectedValue, isViewOnly, onTaken }: TakeWordsOptions) {
  const { hint, failed } = useAlerts()
  const words = useWordsOnPage()
  return (part: DrawnPart) => {
    if (isViewOnly) return hint('View only mode')
    if (!selectedValue)
      return hint('Choose a value first: what stands in the box becomes its value.')
    const { key, value: previousValue } = selectedValue
    words.mutate(
      { id: item.id, ...part },
      {
        onSuccess: ({ text, number, place }) => {
          if (!place) return hint('No words stand in this box.')
          const value = typeof previousValue === 'number' ? (number ?? text) : text
          onTaken(key, (one) => withValue(one, key, { value, places: [place] }))
        },
        onError: (error) => failed(error, 'Failed to read the words in the box.'),
      },
    )
  }
}
