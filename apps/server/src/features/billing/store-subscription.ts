import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { settleAlarms } from './alarms/alarms.store.ts'
import { raiseAlarm } from './alarms/raise-alarm.ts'
import { endSubscriptionJob } from './billing.jobs.ts'
import {
  findSubscriptionRow,
  hasDueRefund,
  listLiveSubscriptions,
  liveStates,
  recordRefundDue,
  type SubscriptionRow,
  type SubscriptionState,
  saveSubscription,
  sumUnpaidUsage,
} from './billing.store.ts'
import { findPlan } from './catalogue.ts'

/**
 * Stores the state of a subscription and raises the alarms that follow from it. Call it in a transaction.
 */
export async function storeSubscription(
  ctx: Context,
  transaction: Tenant,
  state: SubscriptionState,
): Promise<void> {
  const { subscription } = state
  await saveSubscription(transaction, state)
  const { db, organizationId } = transaction
  const alarms = { ...ctx, db }
  const unknownPlan = { kind: 'unknown_plan', subject: subscription.id }
  const isUnknown = findPlan(ctx.config.productId, subscription.planId) === undefined
  if (isUnknown && subscription.status !== 'canceled') {
    await raiseAlarm(alarms, organizationId, {
      ...unknownPlan,
      detail: `The plan “${subscription.planId.slice(0, 200)}” of a subscription is not in the catalogue, so its pages are not metered.`,
    })
  } else await settleAlarms(transaction, organizationId, unknownPlan)
  await checkUnpaidUsage(alarms, transaction, subscription.id)
  await checkSecondSubscription(ctx, transaction, subscription.product)
}

/** Usage of a subscription that has ended unpaid is on an unpaid invoice or on none: people decide what becomes of it. */
async function checkUnpaidUsage(
  ctx: Context,
  transaction: Tenant,
  subscriptionId: string,
): Promise<void> {
  const row = await findSubscriptionRow(transaction, { subscriptionId })
  const { organizationId } = transaction
  const alarm = { kind: 'usage_unpaid', subject: subscriptionId }
  const usage =
    row?.overdue_since && !liveStates.includes(row.status)
      ? await sumUnpaidUsage(transaction, { ...row, overdue_since: row.overdue_since })
      : undefined
  if (!usage) return settleAlarms(transaction, organizationId, alarm)
  const pages = `${usage.pages} ${usage.pages === 1 ? 'page' : 'pages'}`
  await raiseAlarm(ctx, organizationId, {
    ...alarm,
    detail: `The subscription “${subscriptionId}” ended unpaid. No paid invoice contains ${pages} that it billed one by one since ${usage.firstDay}, for $${usage.dollars.toFixed(2)}.`,
  })
}

/** Ends the older one of two paid subscriptions with a refund, or asks people, as the installation is set up. */
async function checkSecondSubscription(
  ctx: Context,
  transaction: Tenant,
  product: SubscriptionRow['product'],
): Promise<void> {
  const liveRows = await listLiveSubscriptions(transaction, product)
  const surplusRows = liveRows.filter(
    (row) => !row.is_current && (!row.ends_with_period || row.refund_due_at !== null),
  )
  const { db, organizationId } = transaction
  const kind = 'second_subscription'
  if (surplusRows.length === 0) {
    // One that has ended is settled only when its refund is made.
    if (await hasDueRefund(transaction, product)) return
    await settleAlarms(transaction, organizationId, { kind, subject: product })
    return
  }
  // What was agreed by hand, or is no plan at all, is for people to judge.
  const areKnown = liveRows.every(({ plan_id }) => findPlan(ctx.config.productId, plan_id))
  const isRefunded = ctx.config.billing?.secondSubscription === 'refund' && areKnown
  const ids = surplusRows.map(({ subscription_id }) => subscription_id)
  await raiseAlarm({ ...ctx, db }, organizationId, {
    kind,
    subject: product,
    detail: isRefunded
      ? `More than one subscription was paid. The older one ends with a refund: ${ids.join(', ')}.`
      : `More than one subscription is paid. End one of them on the Pricing page: ${ids.join(', ')}.`,
  })
  if (!isRefunded) return
  const undecidedRows = surplusRows.filter(({ refund_due_at }) => refund_due_at === null)
  for (const { subscription_id: id } of undecidedRows) await requireRefund(ctx, transaction, id)
}

/** Decides that a subscription ends with a refund of the rest of its period; a job does it. */
export async function requireRefund(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: Tenant,
  subscriptionId: string,
): Promise<void> {
  const { db, organizationId } = transaction
  await recordRefundDue(transaction, subscriptionId)
  await jobs.enqueue(
    endSubscriptionJob,
    { organizationId, subscriptionId },
    { key: `billing-end:${subscriptionId}`, organizationId, db },
  )
}
