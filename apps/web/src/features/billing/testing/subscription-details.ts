import type * as api from '@recto/contract/billing/billing'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

export type Details = EndpointReply<typeof api.getSubscription>['subscription']

const onTrial: Details = {
  subscription_id: null,
  remaining_days: 9,
  credits_in_dollars: 10,
  trial_tokens: 12_345,
  is_subscribed: false,
  is_cancelled: false,
  status: null,
  is_overdue: false,
  pay_before: null,
  may_run: true,
  other_subscriptions: [],
  provider_problem: null,
  plan_type: 'TRIAL',
  product: { id: 'recto-cloud-trial', name: 'Free trial' },
  next_billing_date: '2026-12-24T00:00:00.000000Z',
}
const paidSubscription: Details = {
  ...onTrial,
  subscription_id: 'sub_1',
  is_subscribed: true,
  plan_type: 'PAID',
  product: { id: 'recto-cloud-starter-annual', name: 'Starter' },
}

/** A trial with days left, and a paid subscription, as they come over the wire. */
export const subscriptionDetails = { onTrial, paidSubscription }
