import { Alert, Button } from 'antd'
import { explain } from '../../shared/api/refusal.ts'
import { useExternalRedirect } from '../../shared/navigation/use-external-redirect.ts'
import { useStartCheckout } from './billing.queries.ts'
import { type OfferedPlan, type OwnSubscription, pricePerMonth } from './plan.ts'

type Props = { readonly plan: OfferedPlan; readonly subscription: OwnSubscription }

const count = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 3,
})

export function PlanCard({ plan, subscription }: Props) {
  const { name, pages, overage, period } = plan
  const { isPending, error, isRedirecting, isLate, subscribe } = useSubscribe()
  const isTaken = subscription.isSubscribed && !subscription.isCancelled
  const isOwn = subscription.isSubscribed && subscription.product.id === plan.id

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
      {error && <Alert type="error" title={explain(error, 'Failed to subscribe')} />}
      {isLate && <Alert type="error" title="Stripe redirect timed out" />}
      <Button
        type="primary"
        block
        disabled={isTaken}
        loading={isPending || isRedirecting}
        onClick={() => subscribe(plan.id)}
      >
        {isOwn && isTaken ? 'Subscribed' : 'Subscribe'}
      </Button>
    </section>
  )
}

/** Redirects to the provider's checkout page. */
function useSubscribe() {
  const { mutate, isPending, error } = useStartCheckout()
  const { redirectTo, ...leaveProps } = useExternalRedirect()
  const subscribe = (planId: string) => mutate(planId, { onSuccess: redirectTo })
  return { isPending, error, ...leaveProps, subscribe }
}
