import { Alert, Button } from 'antd'
import { useState } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import { useExternalRedirect } from '../../shared/navigation/use-external-redirect.ts'
import { useStartCheckout } from './billing.queries.ts'
import { ChangePlanDialog } from './ChangePlanDialog.tsx'
import { count, dollars, type OfferedPlan, type OwnSubscription, pricePerMonth } from './plan.ts'

type Props = { readonly plan: OfferedPlan; readonly subscription: OwnSubscription }

export function PlanCard({ plan, subscription }: Props) {
  const { name, pages, overage, period } = plan
  return (
    <section className="sheet billing-plan" aria-label={name}>
      <h2>{name}</h2>
      <p className="billing-price">
        <strong>{dollars.format(pricePerMonth(plan))}</strong> per month
      </p>
      <ul>
        <li>
          {count.format(pages)} pages per {period}
        </li>
        <li>{dollars.format(overage)} for each additional page</li>
        {period === 'year' && <li>{dollars.format(plan.price)} billed annually</li>}
      </ul>
      {canChange(plan, subscription) ? (
        <ChangeButton plan={plan} subscription={subscription} />
      ) : (
        <SubscribeButton plan={plan} subscription={subscription} />
      )}
    </section>
  )
}

const isTaken = ({ isSubscribed, isCancelled }: OwnSubscription) => isSubscribed && !isCancelled

const canChange = (plan: OfferedPlan, subscription: OwnSubscription) =>
  isTaken(subscription) && subscription.product.id !== plan.id

/** A plan of the same name differs in its billing period. */
const describeChange = ({ name, period }: OfferedPlan, { product }: OwnSubscription) => {
  if (name !== product.name) return `Change to ${name}`
  return `Change to ${period === 'year' ? 'annual' : 'monthly'} billing`
}

function ChangeButton({ plan, subscription }: Props) {
  const { subscriptionId } = subscription
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Button block onClick={() => setChanging(true)}>
        {describeChange(plan, subscription)}
      </Button>
      {isChanging && subscriptionId !== null && (
        <ChangePlanDialog
          plan={plan}
          subscriptionId={subscriptionId}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  )
}

/** Redirects to the provider's checkout page. */
function SubscribeButton({ plan, subscription }: Props) {
  const { mutateAsync } = useStartCheckout()
  const { error, isRedirecting, isLate, redirect } = useExternalRedirect()
  return (
    <>
      {error !== null && <Alert type="error" title={explain(error, 'Failed to subscribe')} />}
      {isLate && <Alert type="error" title="Stripe redirect timed out" />}
      <Button
        type="primary"
        block
        disabled={isTaken(subscription)}
        loading={isRedirecting}
        onClick={() => redirect(() => mutateAsync(plan.id))}
      >
        {isTaken(subscription) ? 'Subscribed' : 'Subscribe'}
      </Button>
    </>
  )
}
