import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import type { ReviewedValue } from './reviewed-item.ts'
import { usePlainKeys } from './use-plain-keys.ts'

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
  const accept = () => keys.length > 0 && onAccept(keys)
  usePlainKeys({ 'shift+a': accept })
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
