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
      title={`Cancel the subscription to ${subscription.product.name}?`}
      okText="Cancel subscription"
      fallback="Failed to cancel the subscription"
      isDestructive
      onConfirm={() => mutateAsync(subscriptionId)}
      onClose={onClose}
    >
      <p>Everybody keeps access until what is paid for ends. Nothing is deleted.</p>
    </ConfirmDialog>
  )
}
