import type * as api from '@recto/contract/billing/billing'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { presentTime } from '../../platform/wire-format.ts'
import type { Plan } from './catalogue.ts'
import type { Standing } from './get-subscription.ts'

export function presentStanding(standing: Standing): EndpointReply<typeof api.getSubscription> {
  return {
    subscription: {
      subscription_id: standing.subscriptionId,
      plan_type: standing.planType,
      product: { id: standing.planId, name: standing.planName },
      is_subscribed: standing.isSubscribed,
      is_cancelled: standing.isCancelled,
      remaining_days: standing.remainingDays,
      next_billing_date: presentTime(standing.endsAt),
      credits_in_dollars: standing.credits,
      trial_tokens: standing.trialTokens,
      status: standing.status,
      is_overdue: standing.payBefore !== null,
      pay_before: standing.payBefore && presentTime(standing.payBefore),
      may_run: standing.mayRun,
      other_subscriptions: standing.otherSubscriptions.map((one) => ({
        subscription_id: one.subscriptionId,
        product: { id: one.planId, name: one.planName },
        is_cancelled: one.isCancelled,
        is_ending: one.isEnding,
        next_billing_date: presentTime(one.endsAt),
      })),
      provider_problem: standing.problem,
    },
  }
}

export const presentPlan = ({ id, name, pages, overage, price }: Plan) => ({
  id,
  metadata: { name, pages_processed_limit: pages, overage, price },
})
