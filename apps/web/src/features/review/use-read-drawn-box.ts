import { isAnyNumber } from '@recto/exact-json/exact-number'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { ReviewedItem } from './item.ts'
import { withValue } from './item-tables.ts'
import { type DrawnBox, useWordsOnPage } from './review.queries.ts'
import { isAmbiguousNumber, type ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'

type ReadDrawnBoxOptions = {
  readonly item: ReviewedItem
  /** The value that is replaced with the text. */
  readonly selectedValue: ReviewedValue | undefined
  readonly isViewOnly: boolean
  onRead(key: string, edit: Edit): void
}

/** Replaces the selected value with the text in a drawn box and with its location. */
export function useReadDrawnBox({ item, selectedValue, isViewOnly, onRead }: ReadDrawnBoxOptions) {
  const { hint, showError } = useAlerts()
  const drawnText = useWordsOnPage()
  return (part: DrawnBox) => {
    if (isViewOnly) return hint('View only mode')
    if (!selectedValue)
      return hint('Select a value first. It will be replaced with the text in the box.')
    const { key, value: previousValue } = selectedValue
    drawnText.mutate(
      { id: item.id, ...part },
      {
        onSuccess: ({ text, number, evidence }) => {
          if (!evidence) return hint('There is no text in this box.')
          const isNumber = isAnyNumber(previousValue) && !isAmbiguousNumber(text)
          const value = isNumber ? (number ?? text) : text
          onRead(key, (current) => withValue(current, key, { value, locations: [evidence] }))
        },
        onError: (error) => showError(error, 'Failed to read the text in the box'),
      },
    )
  }
}
