import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../shared/commands/commands.ts'
import type { ReviewedValue } from './reviewed-item.ts'

type Props = {
  readonly values: readonly ReviewedValue[]
  onAccept(keys: readonly string[]): void
}

const DEFAULT_PERCENTAGE = 30

/**
 * Accepts all doubtful values above a confidence, which is chosen first. Contradicted values, and
 * those that were not found, are looked at one by one.
 */
export function AcceptAbove({ values, onAccept }: Props) {
  const [percentage, setPercentage] = useState(DEFAULT_PERCENTAGE)
  const keys = values
    .filter(
      ({ reviewReason, confidence }) =>
        reviewReason === 'Low Confidence' && (confidence ?? 0) * 100 >= percentage,
    )
    .map(({ key }) => key)
  const accept = () => {
    if (keys.length > 0) onAccept(keys)
  }
  useCommands([
    {
      id: 'review:accept-all',
      title: `Accept all values above ${percentage}% confidence`,
      group: 'Review',
      shortcut: 'a',
      run: accept,
    },
  ])
  if (!values.some(({ reviewReason }) => reviewReason === 'Low Confidence')) return null
  return (
    <span className="review-accept">
      <InputNumber
        size="small"
        min={0}
        max={100}
        suffix="%"
        aria-label="Confidence from which values are accepted"
        value={percentage}
        onChange={(number) => setPercentage(number ?? DEFAULT_PERCENTAGE)}
      />
      <Button size="small" disabled={keys.length === 0} onClick={accept}>
        {`Accept all above (${keys.length})`}
      </Button>
    </span>
  )
}
