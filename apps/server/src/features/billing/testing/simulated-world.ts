import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { vi } from 'vitest'
import type { Actor, Context } from '../../../platform/context.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { endSubscription } from '../end-subscription.ts'
import { receiveEvent } from '../events/receive-event.ts'
import { refreshSubscription } from '../events/refresh-subscription.ts'
import { checkSums } from '../metering/check-sums.ts'
import { reportUsage } from '../metering/report-usage.ts'
import { notRepeated, withoutRepetition } from './canned-billing.ts'

export type Subscription = ReturnType<CannedStripe['pay']>

const second = 1000
const minute = 60 * second

export type Customer = {
  readonly actor: Actor
  /** Events of the provider about it that are on their way. */
  readonly letters: Letter[]
  /** Numbers from 0 to 1, which are the same for the same seed, whatever others do. */
  random(): number
  readonly organizationId: number
  readonly joinedAt: number
  /** Its id at the provider, once it has opened a checkout. */
  customerId?: string
  /** Time at which the product learned of its failed payment. */
  overdueSince?: number
}

/** An event of the provider on its way. */
type Letter = {
  readonly id: string
  readonly subscription: Subscription
  readonly day: number
}

export type World = {
  readonly ctx: Context
  readonly stripe: CannedStripe
  readonly customers: Customer[]
  readonly counts: Record<string, number>
  count(name: string): void
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function openRandom(seed: number): () => number {
  const modulus = 2_147_483_647
  let state = (seed * 7919 + 1) % modulus
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

export function openWorld(server: TestServer, stripe: CannedStripe): World {
  const counts: Record<string, number> = {}
  return {
    ctx: { ...server.ctx, fetch: withoutRepetition(server.ctx.fetch) },
    stripe,
    customers: [],
    counts,
    count(name) {
      counts[name] = (counts[name] ?? 0) + 1
    },
  }
}

const deadReply = JSON.stringify({ error: { type: 'api_error', message: 'The process is gone.' } })

export class KilledError extends Error {
  override readonly name = 'KilledError'
}

/**
 * A process that ends before or after one of its next calls of the provider, or before one of its next queries. From then
 * on nothing that it does has an effect.
 */
export function openMortal({ ctx, count }: World, { random }: Customer): Context {
  const diesInQuery = random() < 0.5
  let callsLeft = diesInQuery ? Number.POSITIVE_INFINITY : Math.floor(random() * 4)
  let queriesLeft = diesInQuery ? Math.floor(random() * 40) : Number.POSITIVE_INFINITY
  const arrives = random() < 0.5
  let isDead = false
  const die = () => {
    isDead = true
    count('kills')
  }
  return {
    ...ctx,
    async fetch(...call) {
      if (!isDead && callsLeft-- > 0) return ctx.fetch(...call)
      if (!isDead) {
        die()
        if (arrives) await ctx.fetch(...call)
      }
      return new Response(deadReply, { status: 500, headers: notRepeated })
    },
    db: ctx.db.withPlugin({
      transformQuery({ node }) {
        if (!isDead && queriesLeft-- <= 0) die()
        if (isDead) throw new KilledError()
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  }
}

/** Some events are lost, some come days later, some twice; late ones overtake each other. */
export function announce({ count }: World, customer: Customer, subscription: Subscription): void {
  const { random, letters } = customer
  if (random() < 0.15) {
    count('lost events')
    return
  }
  const id = `evt_${subscription.id}_${Date.now()}`
  const isRepeated = random() < 0.2
  if (isRepeated) count('repeated events')
  for (let copies = isRepeated ? 2 : 1; copies > 0; copies--) {
    const isLate = random() < 0.3
    if (isLate) count('late events')
    letters.push({ id, subscription, day: isLate ? Math.ceil(random() * 4) : 0 })
  }
}

export async function deliver(world: World, customer: Customer, today: number): Promise<void> {
  const { letters } = customer
  for (const letter of letters.splice(0).toReversed()) {
    const isDue = letter.day === 0 || today % (letter.day + 1) === 0
    if (isDue) await deliverOne(world, customer, letter)
    else letters.push(letter)
  }
}

async function deliverOne(
  world: World,
  customer: Customer,
  { id, subscription }: Letter,
): Promise<void> {
  const { ctx, stripe, count } = world
  const { organizationId } = customer
  // Stripe signs each attempt anew.
  await receiveEvent(ctx, stripe.event('customer.subscription.updated', subscription, { id }))
  if (customer.random() < 0.3) return count('killed refreshes')
  await refreshSubscription(ctx, { organizationId, subscriptionId: subscription.id }).then(
    () => noteOverdue(world, customer),
    () => count('refreshes while the provider is away'),
  )
}

const isLive = ({ status }: Subscription) => ['active', 'past_due'].includes(status)

/** Subscriptions of a customer that may be used, the one in use first. */
export const liveSubscriptions = (
  { stripe }: World,
  { customerId }: Customer,
): readonly Subscription[] =>
  [...stripe.subscriptions.values()]
    .filter((one) => one.customer === customerId && isLive(one))
    .toSorted(
      (a, b) =>
        Number(a.cancel_at_period_end) - Number(b.cancel_at_period_end) || b.created - a.created,
    )

/** The days of grace begin when the product learns of the failed payment. */
function noteOverdue(world: World, customer: Customer): void {
  const [current] = liveSubscriptions(world, customer)
  if (current?.status === 'past_due') customer.overdueSince ??= Date.now()
  else delete customer.overdueSince
}

/** Lets time pass. At the end of each period, its last usage is reported within ten minutes. */
export async function passUntil(world: World, time: number): Promise<void> {
  const { stripe } = world
  for (;;) {
    const [next] = [...stripe.subscriptions.values()]
      .filter((one) => isLive(one) && one.periodEnd * second <= time)
      .toSorted((a, b) => a.periodEnd - b.periodEnd)
    if (!next) break
    const reportedAt = next.periodEnd * second + (next.periodEnd % 10) * minute
    vi.setSystemTime(Math.max(reportedAt, Date.now()))
    for (const subscription of stripe.renew()) {
      const customer = world.customers.find((one) => one.customerId === subscription.customer)
      if (!customer) continue
      announce(world, customer, subscription)
      await work(world, customer)
    }
  }
  vi.setSystemTime(Math.max(time, Date.now()))
}

/** The hourly work, which is sometimes killed and then runs again. */
export async function work(world: World, customer: Customer): Promise<void> {
  const { ctx, count } = world
  const { random } = customer
  if (random() < 0.05) await reportUsage(openMortal(world, customer), customer).catch(() => {})
  await reportUsage(ctx, customer).then(
    () => noteOverdue(world, customer),
    () => count('reports while the provider is away'),
  )
  if (random() < 0.15) await checkSums(ctx, customer).catch(() => {})
  await makeRefunds(world, customer)
}

async function makeRefunds(world: World, customer: Customer): Promise<void> {
  const { ctx, count } = world
  const { organizationId, random } = customer
  const rows = await ctx.db
    .selectFrom('billing_subscription')
    .select('subscription_id as subscriptionId')
    .where('organization_id', '=', organizationId)
    .where('refund_due_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .execute()
  for (const { subscriptionId } of rows) {
    const payload = { organizationId, subscriptionId }
    if (random() < 0.3) await endSubscription(openMortal(world, customer), payload).catch(() => {})
    await endSubscription(ctx, payload).then(
      () => count('refunds'),
      () => count('refunds while the provider is away'),
    )
  }
}
