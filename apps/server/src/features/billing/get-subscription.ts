import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { endOfGrace, isUsable } from './assert-may-run.ts'
import { refreshSubscriptionJob } from './billing.jobs.ts'
import {
  type BillingAccountRow,
  findSubscriptionRow,
  hasUnhandledEvents,
  listLiveSubscriptions,
  liveStates,
  openAccount,
  type SubscriptionRow,
} from './billing.store.ts'
import { findPlan, trial } from './catalogue.ts'
import { assertSells } from './provider/open-provider.ts'
import { readUsedDays } from './used-days.reads.ts'

/** State of a subscription or trial, as far as it is known here. */
export type Standing = {
  readonly subscriptionId: string | null
  readonly planType: 'TRIAL' | 'PAID'
  /** Id of the plan; `planName` equals it when the catalogue does not contain the plan. */
  readonly planId: string
  readonly planName: string
  readonly isSubscribed: boolean
  readonly isCancelled: boolean
  readonly remainingDays: number
  readonly endsAt: Date
  /** Remaining dollars of the trial. */
  readonly credits: number
  /** Model tokens that the trial has used. */
  readonly trialTokens: number
  /** State at the provider; null during the trial. */
  readonly status: string | null
  /** An overdue subscription stops then; it is absent unless a payment has failed. */
  readonly payBefore: Date | null
  readonly mayRun: boolean
  readonly otherSubscriptions: readonly SecondSubscription[]
  /** Reason why this state may be outdated, for admins only. */
  readonly problem: string | null
}

type SecondSubscription = Pick<Standing, 'planId' | 'planName' | 'isCancelled' | 'endsAt'> & {
  readonly subscriptionId: string
  readonly isEnding: boolean
}

const day = 24 * 60 * 60 * 1000

export type TrialPeriod = { readonly beganAt: Date; readonly endsAt: Date }

/** Returns when the trial of an organization began and ends; undefined where nothing is sold. */
export async function findTrial(
  { config }: Pick<Context, 'config'>,
  tenant: Tenant,
): Promise<TrialPeriod | undefined> {
  if (!config.billing) return undefined
  return toTrial(await openAccount(tenant))
}

const toTrial = ({ trial_began_at: beganAt }: BillingAccountRow): TrialPeriod => ({
  beganAt,
  endsAt: new Date(beganAt.getTime() + trial.days * day),
})

/** Returns the state of the platform subscription, or of the trial until there is one. */
export async function getSubscription(
  ctx: Pick<Context, 'config' | 'db' | 'jobs'>,
  actor: Actor,
): Promise<Standing> {
  const { config } = ctx
  assertSells(config)
  const tenant = tenantOf(ctx, actor)
  const account = await openAccount(tenant)
  const row = await findSubscriptionRow(tenant, { product: 'platform' })
  if (row) await refreshWhenDue(ctx, tenant, row)
  const standing = row
    ? { ...paid({ config }, row), otherSubscriptions: await listOthers(ctx, tenant, row) }
    : await describeTrial(ctx, tenant, account)
  return { ...standing, problem: actor.role === 'admin' ? account.problem : null }
}

type SellingContext = {
  readonly config: Pick<Context['config'], 'productId'> & {
    readonly billing: NonNullable<Context['config']['billing']>
  }
}

async function describeTrial(
  { config }: Pick<Context, 'config'>,
  tenant: Tenant,
  account: BillingAccountRow,
) {
  const { beganAt, endsAt } = toTrial(account)
  const usedDays = await readUsedDays(tenant, beganAt)
  const dollars = usedDays.reduce((sum, one) => sum + one.dollars, 0)
  return {
    subscriptionId: null,
    planType: 'TRIAL',
    planId: `${config.productId}-cloud-trial`,
    planName: 'Free trial',
    isSubscribed: false,
    isCancelled: false,
    remainingDays: daysUntil(endsAt),
    endsAt,
    credits: Math.max(trial.credits - dollars, 0),
    trialTokens: usedDays.reduce((sum, one) => sum + one.tokens, 0),
    status: null,
    payBefore: null,
    mayRun: endsAt.getTime() > Date.now(),
    otherSubscriptions: [],
  } as const
}

async function listOthers(
  { config }: Pick<Context, 'config'>,
  tenant: Tenant,
  current: SubscriptionRow,
): Promise<SecondSubscription[]> {
  const rows = await listLiveSubscriptions(tenant, current.product)
  return rows
    .filter((row) => row.subscription_id !== current.subscription_id)
    .map((row) => ({
      subscriptionId: row.subscription_id,
      planId: row.plan_id,
      planName: findPlan(config.productId, row.plan_id)?.name ?? row.plan_id,
      isCancelled: row.ends_with_period,
      isEnding: row.refund_due_at !== null,
      endsAt: row.period_ends_at,
    }))
}

function paid({ config: { billing, productId } }: SellingContext, row: SubscriptionRow) {
  const isLive = liveStates.includes(row.status)
  const plan = findPlan(productId, row.plan_id)
  return {
    subscriptionId: row.subscription_id,
    planType: 'PAID',
    planId: row.plan_id,
    planName: plan?.name ?? row.plan_id,
    isSubscribed: isLive,
    isCancelled: row.ends_with_period,
    // An ended subscription has no days left. A live but late one has an end in the past and may
    // have negative days until it is refreshed.
    remainingDays: isLive
      ? daysUntil(row.period_ends_at)
      : Math.min(daysUntil(row.period_ends_at), 0),
    endsAt: row.period_ends_at,
    credits: 0,
    trialTokens: 0,
    status: row.status,
    payBefore: row.status === 'past_due' ? endOfGrace(row, billing.graceDays) : null,
    mayRun: isUsable(row, billing.graceDays),
  } as const
}

const daysUntil = (time: Date) => Math.ceil((time.getTime() - Date.now()) / day)

/**
 * Enqueues a refresh, at most once an hour, when the period has passed or an event could not be
 * processed.
 */
async function refreshWhenDue(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { subscription_id: subscriptionId, period_ends_at: endsAt, status }: SubscriptionRow,
): Promise<void> {
  const isOver = liveStates.includes(status) && endsAt.getTime() < Date.now()
  if (!isOver && !(await hasUnhandledEvents(tenant))) return
  const { organizationId } = tenant
  const hour = new Date().toISOString().slice(0, 13)
  await jobs.enqueue(
    refreshSubscriptionJob,
    { organizationId, subscriptionId },
    { key: `billing-refresh:${subscriptionId}:${hour}`, organizationId },
  )
}
