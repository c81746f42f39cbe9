import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { useChangePlan } from './billing.queries.ts'
import { dollars, type OfferedPlan } from './plan.ts'

type Props = {
  readonly plan: OfferedPlan
  readonly subscriptionId: string
  onClose(): void
}

export function ChangePlanDialog({ plan, subscriptionId, onClose }: Props) {
  const { mutateAsync } = useChangePlan()
  return (
    <ConfirmDialog
      title={`Change to ${plan.name}, billed ${plan.period === 'year' ? 'annually' : 'monthly'}?`}
      okText="Change plan"
      fallback="Failed to change the plan"
      onConfirm={() => mutateAsync({ subscriptionId, planId: plan.id })}
      onClose={onClose}
    >
      <p>
        The change takes effect now. What you have paid for the rest of this period is set off
        against {dollars.format(plan.price)} per {plan.period}, and the difference is charged to
        your card or credited to you. Each plan includes its pages in proportion to its time.
      </p>
    </ConfirmDialog>
  )
}
