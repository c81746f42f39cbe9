import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { useCancelSubscription } from './billing.queries.ts'
import type { OwnSubscription } from './plan.ts'

type Props = {
  readonly subscription: OwnSubscription
  readonly subscriptionId: string
  onClose(): void
}

export function CancelDialog({ subscription, subscriptionId, onClose }: Props) {
  const { mutateAsync } = useCancelSubscription()
  return (
    <ConfirmDialog
      title={`Cancel your subscription to ${subscription.product.name}?`}
      okText="Cancel subscription"
      fallback="Failed to cancel the subscription"
      isDestructive
      onConfirm={() => mutateAsync(subscriptionId)}
      onClose={onClose}
    >
      <p>Everyone keeps access until the end of the paid period. Nothing is deleted.</p>
    </ConfirmDialog>
  )
}
