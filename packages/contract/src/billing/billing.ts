import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

/** Statuses from which a subscription does not come back. */
export const endedStates: readonly string[] = ['canceled', 'incomplete_expired']

/** A subscription beside the one in use. */
const OtherSubscription = z.object({
  subscription_id: z.string(),
  product: z.object({ id: z.string(), name: z.string() }),
  is_cancelled: z.boolean(),
  /** It is about to end with a refund. */
  is_ending: z.boolean(),
  next_billing_date: Timestamp,
})

/** The subscription of an organization, or its trial. */
const Subscription = z.object({
  /** Null during the trial. */
  subscription_id: z.string().nullable(),
  plan_type: z.enum(['TRIAL', 'PAID']),
  product: z.object({ id: z.string(), name: z.string() }),
  is_subscribed: z.boolean(),
  /** It may be used until the next billing date. */
  is_cancelled: z.boolean(),
  remaining_days: z.number().int(),
  next_billing_date: Timestamp,
  /** Remaining trial credits. */
  credits_in_dollars: z.number(),
  /** Model tokens used during the trial. */
  trial_tokens: z.number(),
  /** The state at the payment provider; null during the trial. */
  status: z.string().nullable(),
  /** A payment has failed. */
  is_overdue: z.boolean(),
  /** An overdue subscription stops then; null unless it is overdue. */
  pay_before: Timestamp.nullable(),
  /** Whether runs are admitted. */
  may_run: z.boolean(),
  /** Live subscriptions to the same product beside this one: at most one should be paid. */
  other_subscriptions: z.array(OtherSubscription),
  /** Shown to admins: the reason why this is only the last known state. */
  provider_problem: z.string().nullable(),
})

const Standing = z.object({ subscription: Subscription })

export const getSubscription = endpoint({
  method: 'GET',
  path: '/subscription/details',
  who: 'member',
  reply: Standing,
})

const PagesOfPlan = z.object({
  /** Null where nothing is included because nothing was bought. */
  included: z.number().int().nullable(),
  used: z.number().int(),
  /** Billed one by one. */
  beyond_plan: z.number().int(),
  cost_in_dollars: z.number(),
})

/** Pages of the period that is paid for, or of the trial, as they are billed. */
export const getAllowance = endpoint({
  method: 'GET',
  path: '/subscription/allowance/',
  who: 'member',
  reply: z.object({
    period: z.object({ starts_at: Timestamp, ends_at: Timestamp }),
    platform: PagesOfPlan,
    /** Pages of the text service; a plan of the platform includes as many as of its own. */
    text: PagesOfPlan,
    /** Dollars for each page beyond the plan; null during the trial. */
    overage: z.number().nullable(),
  }),
})

/** Days in UTC, both of them in the period; the last 31 days unless stated, and at most 366. */
const LedgerQuery = z.object({
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
})
export type LedgerQuery = z.output<typeof LedgerQuery>

const LedgerReport = z.object({
  /** The provider counts a key once. */
  key: z.string(),
  pages: z.number().int(),
  reported_at: Timestamp.nullable(),
  /** The invoice of this time contains them. It is later than their day if the invoice of that day was final already. */
  reported_for: Timestamp,
  /** Missed: no invoice was left that could contain them. */
  state: z.enum(['waiting', 'counted', 'unknown', 'missed']),
  /** Last answer of the provider. */
  answer: z.string().nullable(),
})

const LedgerLine = z.object({
  date: z.string(),
  product: z.enum(['platform', 'text']),
  /** Mode of the text service, where its pages are priced by mode. */
  mode: z.string().nullable(),
  /** Null on days without a plan. */
  plan: z.object({ id: z.string(), name: z.string() }).nullable(),
  pages: z.number().int(),
  tokens: z.number(),
  pages_included: z.number().int(),
  pages_beyond_plan: z.number().int(),
  cost_in_dollars: z.number(),
  reports: z.array(LedgerReport),
})

const Alarm = z.object({
  kind: z.string(),
  detail: z.string(),
  raised_at: Timestamp,
})

/** Returns what was used and billed, day by day, the latest first. */
export const readLedger = endpoint({
  method: 'GET',
  path: '/subscription/ledger/',
  who: 'admin',
  query: LedgerQuery,
  reply: z.object({
    start_date: z.string(),
    end_date: z.string(),
    lines: z.array(LedgerLine),
    alarms: z.array(Alarm),
  }),
})

/** CSV: a line for each day, product and report. */
export const exportLedger = endpoint({
  method: 'GET',
  path: '/subscription/ledger/export/',
  who: 'admin',
  exportsData: true,
  query: LedgerQuery,
  reply: z.never(),
})

/** Pages that were extracted in the period that is paid for, or in the trial. */
export const getSubscriptionUsage = endpoint({
  method: 'GET',
  path: '/subscription/usage/',
  who: 'member',
  reply: z.object({ usage_data: z.object({ pages_processed: z.number().int() }) }),
})

export const getDailySubscriptionUsage = endpoint({
  method: 'GET',
  path: '/subscription/usage/daily/',
  who: 'member',
  reply: z.object({
    usage_data: z.object({
      usage: z.array(z.object({ record_date: z.string(), pages_processed: z.number().int() })),
    }),
  }),
})

/** Returns the address of this installation's text service. */
export const getTextServiceUrl = endpoint({
  method: 'GET',
  path: '/{product}-llmw-adapter-url/',
  who: 'member',
  reply: z.object({ url: z.string() }),
})

/** Plans of the platform. The price of an annual one is that of the year. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/pricing/',
  who: 'admin',
  reply: z.array(
    z.object({
      id: z.string(),
      metadata: z.object({
        name: z.string(),
        pages_processed_limit: z.number(),
        overage: z.number(),
        price: z.number(),
      }),
    }),
  ),
})

export const getPaymentKey = endpoint({
  method: 'GET',
  path: '/subscription/env/',
  who: 'admin',
  reply: z.object({ stripe_public_key: z.string() }),
})

export const startCheckout = endpoint({
  method: 'POST',
  path: '/create-checkout-session/',
  who: 'admin',
  bodySize: 'small',
  body: z.object({ id: z.string().max(200).default('') }),
  /** The provider's page, to which the browser goes. */
  reply: z.object({ session_id: z.string(), checkout_url: z.string() }),
})

/** The field `product_id` carries the id of the subscription. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/subscription/cancel/',
  who: 'admin',
  bodySize: 'small',
  body: z.object({ product_id: z.string().min(1).max(200) }),
  reply: Standing,
})

const SubscriptionId = z.object({ subscription_id: z.string().min(1).max(200) })

/** Takes a cancellation back while the subscription still runs. */
export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/subscription/resume/',
  who: 'admin',
  bodySize: 'small',
  body: SubscriptionId,
  reply: Standing,
})

/** Changes to another plan now; the provider prorates what has been paid. */
export const changePlan = endpoint({
  method: 'POST',
  path: '/subscription/change/',
  who: 'admin',
  bodySize: 'small',
  body: z.object({
    /** The subscription that the caller has seen. */
    subscription_id: z.string().min(1).max(200),
    /** Id of the plan. */
    id: z.string().min(1).max(200),
  }),
  reply: Standing,
})

/** Ends a second subscription now, and refunds the rest of its period. */
export const endSecondSubscription = endpoint({
  method: 'POST',
  path: '/subscription/end/',
  who: 'admin',
  bodySize: 'small',
  body: SubscriptionId,
  reply: Standing,
})

/** The provider's page for cards, invoices, payments and tax ids. */
export const openPortal = endpoint({
  method: 'POST',
  path: '/subscription/portal/',
  who: 'admin',
  bodySize: 'small',
  reply: z.object({ url: z.string() }),
})

/** Whether plans are sold here, and where people reach those who sell them; for pages without a session too. */
export const getSellerLinks = endpoint({
  method: 'GET',
  path: '/api/v1/billing/links/',
  who: 'anyone',
  reply: z.object({
    is_selling: z.boolean(),
    demo_url: z.string().nullable(),
    contact_url: z.string().nullable(),
  }),
})

/** Signed by Stripe over the bytes of its body. */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/v1/billing/stripe/',
  who: 'anyone',
  body: z.string(),
  reply: z.object({ received: z.literal(true) }),
})
