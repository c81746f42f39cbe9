import { Alert, Button } from 'antd'
import { useState } from 'react'
import { explain } from '../../shared/api/refusal.ts'
import { leave } from '../../shared/navigation/leave.ts'
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

/** The payment provider's page comes by then, or not at all. */
const redirectMilliseconds = 30_000

export function PlanCard({ plan, subscription }: Props) {
  const { name, pages, overage, period } = plan
  const { isPending, error, isLeaving, isLate, subscribe } = useSubscribe()
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
        <li>{dollars.format(overage)} for each page beyond them</li>
        {period === 'year' && <li>{dollars.format(plan.price)} paid once a year</li>}
      </ul>
      {error && <Alert type="error" title={explain(error, 'Failed to subscribe')} />}
      {isLate && <Alert type="error" title="Stripe redirect timed out" />}
      <Button
        type="primary"
        block
        disabled={isTaken}
        loading={isPending || isLeaving}
        onClick={() => subscribe(plan.id)}
      >
        {isOwn && isTaken ? 'Subscribed' : 'Subscribe'}
      </Button>
    </section>
  )
}

/** Leads to the provider's page; where the browser does not get there in time, it is said. */
function useSubscribe() {
  const { mutate, isPending, error } = useStartCheckout()
  const [going, setGoing] = useState<'leaving' | 'late'>()
  const subscribe = (planId: string) =>
    mutate(planId, {
      onSuccess(address) {
        setGoing('leaving')
        leave.to(address)
        setTimeout(() => setGoing('late'), redirectMilliseconds)
      },
    })
  return { isPending, error, isLeaving: going === 'leaving', isLate: going === 'late', subscribe }
}
