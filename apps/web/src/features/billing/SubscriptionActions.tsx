import { Alert, Button } from 'antd'
import { useState } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import { longDayInUtc } from '../../shared/browser/time.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { useEndSecondSubscription, useResume } from './billing.queries.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { PortalButton } from './PortalButton.tsx'
import type { OwnSubscription, SurplusSubscription } from './plan.ts'

type Props = { readonly subscription: OwnSubscription }

/** Cancelling, resuming, and the provider's page for cards and invoices. */
export function SubscriptionActions({ subscription }: Props) {
  const [isCancelling, setCancelling] = useState(false)
  const { mutate, isPending, error } = useResume()
  const { subscriptionId, isSubscribed, isCancelled } = subscription
  if (!subscriptionId) return null
  return (
    <div className="billing-actions">
      <PortalButton>Cards and invoices</PortalButton>
      {isSubscribed && isCancelled && (
        <Button type="primary" loading={isPending} onClick={() => mutate(subscriptionId)}>
          Resume
        </Button>
      )}
      {isSubscribed && !isCancelled && (
        <Button danger onClick={() => setCancelling(true)}>
          Cancel subscription
        </Button>
      )}
      {error && <Alert type="error" title={explain(error, 'Failed to resume the subscription')} />}
      {isCancelling && (
        <CancelDialog
          subscription={subscription}
          subscriptionId={subscriptionId}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  )
}

/** Warns of further subscriptions that are paid, and ends them with a refund. */
export function SecondSubscriptions({ subscription: { surplus } }: Props) {
  const [toEnd, setToEnd] = useState<SurplusSubscription>()
  const { mutateAsync } = useEndSecondSubscription()
  return (
    <>
      {surplus
        .filter(({ isCancelled }) => !isCancelled)
        .map((one) => (
          <Alert
            key={one.subscriptionId}
            type="error"
            showIcon
            title={
              one.isEnding
                ? `Your second subscription to ${one.name} is about to end with a refund.`
                : `You also pay for a second subscription to ${one.name}.`
            }
            description={`Paid until ${longDayInUtc(one.paidUntil)} (${one.subscriptionId})`}
            action={
              !one.isEnding && (
                <Button danger onClick={() => setToEnd(one)}>
                  End and refund
                </Button>
              )
            }
          />
        ))}
      {toEnd && (
        <ConfirmDialog
          title={`End the second subscription to ${toEnd.name}?`}
          okText="End and refund"
          isDestructive
          fallback="Failed to end the subscription"
          onConfirm={() => mutateAsync(toEnd.subscriptionId)}
          onClose={() => setToEnd(undefined)}
        >
          <p>It ends now, and what was paid for the rest of its period is refunded.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
