import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { longDayInUtc } from '../../shared/browser/time.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ownSubscription, plansOnSale } from './billing.queries.ts'
import { PlanCard } from './PlanCard.tsx'
import { PortalButton } from './PortalButton.tsx'
import {
  type BillingPeriod,
  dollars,
  isOverdue,
  type OfferedPlan,
  type OwnSubscription,
  trialText,
} from './plan.ts'
import { SecondSubscriptions, SubscriptionActions } from './SubscriptionActions.tsx'
import './billing.css'

/** The available plans, and the current one. */
export function PricingPage() {
  usePageTitle('Pricing')
  const isSold = useSignedIn().flags.billing === true
  return (
    <div className="page">
      {isSold ? (
        <Pricing />
      ) : (
        <EmptyState
          title="Billing is not enabled"
          explanation="This installation has no paid plans. All features are available without one."
        />
      )}
    </div>
  )
}

function Pricing() {
  const plans = useQuery(plansOnSale)
  const subscription = useQuery(ownSubscription)
  const failedQuery = [plans, subscription].find(({ error, data }) => error && !data)
  if (plans.data && subscription.data) {
    return <Plans plans={plans.data} subscription={subscription.data} />
  }
  return (
    <>
      <PricingHeader />
      {failedQuery ? (
        <FailureState
          error={failedQuery.error}
          fallback={
            failedQuery === subscription
              ? 'Failed to fetch subscription details'
              : 'Failed to load the pricing details'
          }
          onRetry={() => void failedQuery.refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
    </>
  )
}

const PricingHeader = ({ children }: { readonly children?: ReactNode }) => (
  <PageHeader title="Pricing" description="Plans for your whole organization">
    {children}
  </PageHeader>
)

type Props = { readonly plans: readonly OfferedPlan[]; readonly subscription: OwnSubscription }

function Plans({ plans, subscription }: Props) {
  const [period, setPeriod] = useState<BillingPeriod>(periodOf(subscription, plans))
  return (
    <>
      <BackButton isEnded={subscription.planType === 'TRIAL' && subscription.remainingDays <= 0} />
      <PricingHeader>
        <Segmented<BillingPeriod>
          aria-label="Billing period"
          value={period}
          onChange={setPeriod}
          options={[
            { label: 'Monthly', value: 'month' },
            { label: 'Annual', value: 'year' },
          ]}
        />
      </PricingHeader>
      <PlanStatus subscription={subscription} plans={plans} />
      <p className="billing-banner">
        Every plan also includes text extraction for as many pages as the plan covers.
      </p>
      <div className="billing-plans">
        {plans
          .filter((plan) => plan.period === period)
          .map((plan) => (
            <PlanCard key={plan.id} plan={plan} subscription={subscription} />
          ))}
      </div>
      <SubscriptionActions subscription={subscription} />
    </>
  )
}

/** The plans are shown by the year, as long as none is paid by the month. */
const periodOf = ({ product, isSubscribed }: OwnSubscription, plans: readonly OfferedPlan[]) =>
  (isSubscribed && plans.find(({ id }) => id === product.id)?.period) || 'year'

/** Links back to the dashboard unless the subscription has ended. */
function BackButton({ isEnded }: { readonly isEnded: boolean }) {
  const to = usePaths()
  const navigate = useNavigate()
  return (
    <Button
      type="text"
      className="billing-back"
      disabled={isEnded}
      icon={<ArrowLeftOutlined aria-hidden="true" />}
      onClick={() => void navigate({ to: to.dashboard() })}
    >
      Back
    </Button>
  )
}

function PlanStatus({ subscription, plans }: Props) {
  const { planType, remainingDays, isSubscribed, isCancelled, status, problem } = subscription
  const isLasting = isSubscribed && !isCancelled && !isOverdue(subscription)
  return (
    <div className="billing-standing">
      {planType === 'TRIAL' ? (
        <Alert
          type={remainingDays > 0 ? 'info' : 'warning'}
          showIcon
          title={trialText(remainingDays)}
        />
      ) : (
        <Alert
          type={isLasting ? 'success' : 'warning'}
          showIcon
          title={paidText(subscription)}
          description={isSubscribed && !isCancelled && describePrice(subscription, plans)}
          action={isUnpaid(status) && <PortalButton isPrimary>Pay now</PortalButton>}
        />
      )}
      <SecondSubscriptions subscription={subscription} />
      {isOverdue(subscription) && <OverdueAlert subscription={subscription} />}
      {problem && (
        <Alert
          type="warning"
          showIcon
          title="The payment provider is unavailable. This is your last known subscription status; no one loses access in the meantime."
          description={problem}
        />
      )}
    </div>
  )
}

function paidText(subscription: OwnSubscription): string {
  const { product, isSubscribed, isCancelled, nextBillingDate } = subscription
  const date = longDayInUtc(nextBillingDate)
  if (!isSubscribed) return stoppedText(subscription)
  return isCancelled
    ? `Your subscription to ${product.name} has been cancelled. You still have access until ${date}.`
    : `You’re currently subscribed to ${product.name}. Your next billing date is on ${date}.`
}

/** Whether an open invoice is all that is missing; a late payment of a running subscription has its own alert. */
const isUnpaid = (status: string | null) => status === 'unpaid' || status === 'incomplete'

/** Says why a subscription may not be used. */
function stoppedText({ product: { name }, status }: OwnSubscription): string {
  if (status === 'incomplete')
    return `The first payment of your subscription to ${name} is missing.`
  if (status === 'unpaid') return `Your subscription to ${name} has not been paid.`
  if (status === 'paused') return `Your subscription to ${name} is paused.`
  return `Your subscription to ${name} has ended.`
}

/** Says how the own plan is billed. */
function describePrice(
  { product, isSubscribed }: OwnSubscription,
  plans: readonly OfferedPlan[],
): string | undefined {
  const plan = plans.find(({ id }) => id === product.id)
  if (!plan || !isSubscribed) return undefined
  const price = `${dollars.format(plan.price)} per ${plan.period}`
  return plan.period === 'year' ? `Billed annually, ${price}` : `Billed monthly, ${price}`
}

function OverdueAlert({ subscription }: { readonly subscription: OwnSubscription }) {
  const { payBefore, mayRun } = subscription
  return (
    <Alert
      type="error"
      showIcon
      title={
        mayRun
          ? 'Payment overdue. Please pay to avoid service disruption.'
          : 'Payment overdue. Please pay to continue.'
      }
      description={payBefore && describeDeadline(payBefore, mayRun)}
      action={<PortalButton isPrimary>Pay now</PortalButton>}
    />
  )
}

const describeDeadline = (payBefore: string, mayRun: boolean) =>
  mayRun
    ? `Everything runs until ${longDayInUtc(payBefore)}.`
    : `Nothing has run since ${longDayInUtc(payBefore)}.`
