import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { vi } from 'vitest'
import type { Actor, Context } from '../../../platform/context.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { changePlan, resumeSubscription } from '../change-plan.ts'
import { cancelSubscription, startCheckout } from '../change-subscription.ts'
import { endSubscription } from '../end-subscription.ts'
import { receiveEvent } from '../events/receive-event.ts'
import { refreshSubscription } from '../events/refresh-subscription.ts'
import { getSubscription } from '../get-subscription.ts'
import { reportUsage } from '../metering/report-usage.ts'

type Subscription = ReturnType<CannedStripe['pay']>

const hour = 60 * 60 * 1000
const day = 24 * hour
const starter = 'recto-cloud-starter'
const growth = 'recto-cloud-growth'
const simulatedPlans = [starter, growth, `${starter}-annual`]

type ReadPages = {
  readonly customer: Customer
  readonly subscription: string | undefined
  readonly plan: string | undefined
  readonly pages: number
}

type Customer = {
  readonly actor: Actor
  readonly organizationId: number
  readonly joinedAt: number
  /** Time at which its failed payment became known. */
  overdueSince?: number
}

export type SimulationOptions = {
  readonly customers: number
  readonly days: number
  readonly seed: number
}

export type Simulation = {
  readonly reads: readonly ReadPages[]
  readonly customers: readonly Customer[]
  /** Days on which somebody was let in or locked out wrongly. */
  readonly wrongDays: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function openRandom(seed: number): () => number {
  const modulus = 2_147_483_647
  let state = (seed * 7919 + 1) % modulus
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

class KilledError extends Error {
  override readonly name = 'KilledError'
}

/**
 * Lets customers buy, change, cancel, resume, pay late and read for some time, while events come late, twice, in another
 * order or never, the provider is away, and processes are killed between any two calls of it.
 */
export async function simulateCustomers(
  server: TestServer,
  stripe: CannedStripe,
  options: SimulationOptions,
): Promise<Simulation> {
  const random = openRandom(options.seed)
  const chance = (probability: number) => random() < probability
  const counts: Record<string, number> = {}
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const world = { ctx: server.ctx, server, stripe, random, chance, count }
  const customers: Customer[] = []
  for (let index = 0; index < options.customers; index++) {
    customers.push(await addCustomer(server, `year-${options.seed}-${index}`))
  }
  const reads: ReadPages[] = []
  const wrongDays: string[] = []
  const letters: Letter[] = []
  const start = Date.now()
  for (let today = 1; today <= options.days; today++) {
    vi.setSystemTime(start + today * day + Math.floor(random() * 20 * hour))
    stripe.setAway(chance(0.03))
    announce(world, letters, stripe.renew())
    await deliver(world, letters, today)
    for (const customer of customers) {
      await act(world, customer, letters)
      await work(world, customer)
      const mayRun = await checkAccess(world, customer, wrongDays)
      if (mayRun) await readSomething(world, customer, reads)
    }
  }
  stripe.setAway(false)
  // Everything that is left is delivered and counted, until the last period has been closed.
  for (const hours of [1, 2, 3]) {
    vi.setSystemTime(Date.now() + hours * hour)
    for (const customer of customers) await reportUsage(server.ctx, customer)
  }
  return { reads, customers, wrongDays, counts }
}

type World = {
  readonly ctx: Context
  readonly server: TestServer
  readonly stripe: CannedStripe
  readonly random: () => number
  chance(probability: number): boolean
  count(name: string): void
}

async function addCustomer(server: TestServer, slug: string): Promise<Customer> {
  const { body } = await server
    .as('admin', { organization: slug, name: slug })
    .get('users/profile/')
  const query = server.ctx.db.selectFrom('organization').selectAll().where('slug', '=', slug)
  const { id } = await query.executeTakeFirstOrThrow()
  const actor: Actor = {
    userId: Number(body.user.id),
    email: body.user.email,
    organization: { id, slug, name: slug },
    role: 'admin',
  }
  // The trial begins when somebody looks first.
  await getSubscription(server.ctx, actor)
  return { actor, organizationId: id, joinedAt: Date.now() }
}

type Letter = { readonly event: { readonly body: string; readonly signature: string } } & {
  readonly subscription: Subscription
  readonly customerId: string
  readonly day: number
}

/** Some events are lost, some come days later, some twice; late ones overtake each other. */
function announce(world: World, letters: Letter[], subscriptions: readonly Subscription[]): void {
  for (const subscription of subscriptions) {
    if (world.chance(0.15)) world.count('lost events')
    else letters.push(...writeLetters(world, subscription))
  }
}

function writeLetters(
  { stripe, random, chance, count }: World,
  subscription: Subscription,
): Letter[] {
  const id = `evt_${subscription.id}_${Date.now()}`
  const event = stripe.event('customer.subscription.updated', subscription, { id })
  const isRepeated = chance(0.2)
  if (isRepeated) count('repeated events')
  return Array.from({ length: isRepeated ? 2 : 1 }, () => {
    const isLate = chance(0.3)
    if (isLate) count('late events')
    const day = isLate ? Math.ceil(random() * 4) : 0
    return { event, subscription, customerId: subscription.customer, day }
  })
}

async function deliver(world: World, letters: Letter[], today: number): Promise<void> {
  for (const letter of letters.splice(0).toReversed()) {
    const isDue = letter.day === 0 || today % (letter.day + 1) === 0
    if (isDue) await deliverOne(world, letter)
    else letters.push(letter)
  }
}

async function deliverOne(
  { ctx, stripe, chance, count }: World,
  { event: { body }, subscription, customerId }: Letter,
): Promise<void> {
  // Stripe signs each attempt anew.
  const { id } = JSON.parse(body) as { id: string }
  await receiveEvent(ctx, stripe.event('customer.subscription.updated', subscription, { id }))
  if (chance(0.3)) return count('killed refreshes')
  const row = await ctx.db
    .selectFrom('billing_account')
    .select('organization_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) return
  const payload = { organizationId: row.organization_id, subscriptionId: subscription.id }
  await refreshSubscription(ctx, payload).catch(() => count('refreshes while the provider is away'))
}

const live = (subscription: Subscription) => ['active', 'past_due'].includes(subscription.status)

function liveSubscriptions({ stripe }: World, customerId: string | null): Subscription[] {
  return [...stripe.subscriptions.values()]
    .filter((one) => one.customer === customerId && live(one))
    .toSorted(
      (a, b) =>
        Number(a.cancel_at_period_end) - Number(b.cancel_at_period_end) || b.created - a.created,
    )
}

async function customerIdOf({ ctx }: World, { organizationId }: Customer): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Does what a person may do on a day, if anything; refusals are part of life. */
async function act(world: World, customer: Customer, letters: Letter[]): Promise<void> {
  const { random, chance } = world
  const customerId = await customerIdOf(world, customer)
  const [current] = liveSubscriptions(world, customerId)
  const planId = simulatedPlans[Math.floor(random() * simulatedPlans.length)] ?? starter
  const wish = { customer, planId, letters }
  if (current?.status === 'past_due') return settleOrGiveUp(world, current, letters)
  if (current?.cancel_at_period_end) return reconsider(world, current, wish)
  if (current) return changeSomething(world, current, wish)
  if (chance(0.25)) await attempt(world, () => buy(world, wish))
}

type Wish = {
  readonly customer: Customer
  readonly planId: string
  readonly letters: Letter[]
}

async function reconsider(world: World, { id }: Subscription, wish: Wish): Promise<void> {
  const { actor } = wish.customer
  if (world.chance(0.2)) {
    const resume = () => resumeSubscription(world.ctx, { actor, subscriptionId: id })
    return attempt(world, resume, 'resumptions')
  }
  if (world.chance(0.1)) await attempt(world, () => buy(world, wish))
}

async function changeSomething(world: World, current: Subscription, wish: Wish): Promise<void> {
  const { ctx, stripe, chance, count } = world
  const { actor } = wish.customer
  const { id: subscriptionId } = current
  if (chance(0.05)) {
    stripe.setDeclined(current.customer, true)
    count('declined cards')
  }
  if (chance(0.04)) {
    const change = () => changePlan(ctx, { actor, subscriptionId, planId: wish.planId })
    return attempt(world, change, 'changes of plan')
  }
  if (chance(0.03)) {
    return attempt(world, () => cancelSubscription(ctx, { actor, subscriptionId }), 'cancellations')
  }
  if (chance(0.02)) {
    const buySecond = () => buyBehindItsBack(world, current.customer, wish)
    await attempt(world, buySecond, 'second subscriptions')
  }
}

async function attempt(world: World, action: () => Promise<unknown>, name = 'purchases') {
  try {
    await action()
    world.count(name)
  } catch (error) {
    // Refusals have a status; anything else is a fault.
    if (!(error instanceof Error) || error.name !== 'AppError') throw error
    world.count(`refused ${name}`)
  }
}

async function buy(world: World, { customer, planId, letters }: Wish): Promise<void> {
  const { actor } = customer
  const open = () => startCheckout(world.ctx, { actor, product: 'platform', planId })
  const first = await open()
  const isTwice = world.chance(0.3)
  if (isTwice) world.count('second checkouts')
  const { id } = isTwice ? await open() : first
  announce(world, letters, [world.stripe.pay(id)])
}

/** A purchase that the product did not start. */
async function buyBehindItsBack(
  world: World,
  customer: string,
  { planId, letters }: Wish,
): Promise<void> {
  const { stripe } = world
  const body = new URLSearchParams({
    customer,
    'line_items[0][price]': `price_${planId}`,
    'line_items[0][quantity]': '1',
    'line_items[1][price]': `price_${planId}-overage`,
    'subscription_data[metadata][product]': 'platform',
  })
  const reply = await fetch(`${stripe.url}/v1/checkout/sessions`, { method: 'POST', body })
  const { id } = (await reply.json()) as { id?: string }
  if (id) announce(world, letters, [stripe.pay(id)])
}

function settleOrGiveUp(world: World, current: Subscription, letters: Letter[]): void {
  const { stripe, chance, count } = world
  if (chance(0.15)) {
    stripe.setDeclined(current.customer, false)
    stripe.settle(current)
    count('late payments')
    announce(world, letters, [current])
  } else if (chance(0.05)) {
    Object.assign(current, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) })
    stripe.setDeclined(current.customer, false)
    count('unpaid ends')
    announce(world, letters, [current])
  }
}

/** The hourly work, which is sometimes killed before or after a call of the provider, and then runs again. */
async function work(world: World, customer: Customer): Promise<void> {
  const { ctx, chance, count } = world
  if (chance(0.1)) {
    count('kills')
    const mortal = { ...ctx, fetch: killingFetch(ctx.fetch, world) }
    await reportUsage(mortal, customer).catch(() => {})
  }
  const isDone = await reportUsage(ctx, customer).then(
    () => true,
    () => false,
  )
  if (!isDone) count('reports while the provider is away')
  const rows = await ctx.db
    .selectFrom('billing_subscription')
    .select('subscription_id')
    .where('organization_id', '=', customer.organizationId)
    .where('refund_due_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .execute()
  for (const { subscription_id: id } of rows) {
    const payload = { organizationId: customer.organizationId, subscriptionId: id }
    await endSubscription(ctx, payload).then(
      () => count('refunds'),
      () => count('refunds while the provider is away'),
    )
  }
}

/** After some calls, the process is gone: the last call may still have arrived. */
function killingFetch(fetch: Context['fetch'], { random, chance }: World): Context['fetch'] {
  let callsLeft = Math.floor(random() * 3)
  const arrives = chance(0.5)
  return async (...call) => {
    if (callsLeft < 0) throw new KilledError()
    callsLeft--
    if (callsLeft >= 0) return fetch(...call)
    if (arrives) await fetch(...call)
    throw new KilledError()
  }
}

const trialDays = 14
const graceDays = 7

/** Compares who may run with what the provider knows; while it is away, the last known state holds. */
async function checkAccess(
  world: World,
  customer: Customer,
  wrongDays: string[],
): Promise<boolean> {
  const { ctx } = world
  const { mayRun } = await getSubscription(ctx, customer.actor)
  const customerId = await customerIdOf(world, customer)
  const [current] = liveSubscriptions(world, customerId)
  const hasBought = [...world.stripe.subscriptions.values()].some(
    (one) => one.customer === customerId,
  )
  if (current?.status === 'past_due') customer.overdueSince ??= Date.now()
  else delete customer.overdueSince
  const expected = current
    ? customer.overdueSince === undefined || customer.overdueSince + graceDays * day > Date.now()
    : !hasBought && customer.joinedAt + trialDays * day > Date.now()
  const isAway = await isProviderAway(world)
  if (!isAway && mayRun !== expected) {
    wrongDays.push(
      `${new Date().toISOString()} ${customer.actor.organization.slug}: may run ${mayRun}, expected ${expected}`,
    )
  }
  return mayRun && expected && !isAway
}

async function isProviderAway({ stripe }: World): Promise<boolean> {
  const { status } = await fetch(`${stripe.url}/v1/billing/meters`)
  return status === 503
}

/** Reads a document with the text service, and remembers which plan covers it. */
async function readSomething(world: World, customer: Customer, reads: ReadPages[]): Promise<void> {
  const { ctx, random } = world
  vi.setSystemTime(Date.now() + 1000)
  const customerId = await customerIdOf(world, customer)
  const [current] = liveSubscriptions(world, customerId)
  const pages = 1 + Math.floor(random() * 700)
  const readAt = new Date()
  await ctx.db
    .insertInto('text_usage')
    .values({
      job_id: crypto.randomUUID(),
      organization_id: customer.organizationId,
      whisper_hash: 'h',
      mode: 'form',
      tag: 't',
      processed_pages: pages,
      requested_pages: pages,
      total_pages: pages,
      file_size: 1,
      plan: 'recto-pro',
      started_at: readAt,
      finished_at: readAt,
    })
    .execute()
  reads.push({
    customer,
    subscription: current?.id,
    plan: current?.prices.find((key) => !key.endsWith('-overage')),
    pages,
  })
  vi.setSystemTime(Date.now() + 1000)
}
