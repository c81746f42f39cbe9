import type { Context } from '../../../platform/context.ts'
import { changePlan, resumeSubscription } from '../change-plan.ts'
import { cancelSubscription, startCheckout } from '../change-subscription.ts'
import {
  announce,
  type Customer,
  KilledError,
  liveSubscriptions,
  openMortal,
  type Subscription,
  type World,
} from './simulated-world.ts'

/** What people do with their subscriptions. */

const starter = 'recto-cloud-starter'
const simulatedPlans = [starter, 'recto-cloud-growth', `${starter}-annual`]

type Wish = { readonly customer: Customer; readonly planId: string }

/** Does what a person may do on a day, if anything; refusals are part of life. */
export async function act(world: World, customer: Customer): Promise<void> {
  const { random } = customer
  const [current] = liveSubscriptions(world, customer)
  const planId = simulatedPlans[Math.floor(random() * simulatedPlans.length)] ?? starter
  const wish = { customer, planId }
  if (current?.status === 'past_due') return settleOrGiveUp(world, current, customer)
  if (current?.cancel_at_period_end) return reconsider(world, current, wish)
  if (current) return changeSomething(world, current, wish)
  if (random() < 0.25) await attempt(world, wish, 'purchases', (ctx) => buy(world, ctx, wish))
}

async function reconsider(world: World, { id }: Subscription, wish: Wish): Promise<void> {
  const { actor, random } = wish.customer
  if (random() < 0.2) {
    return attempt(world, wish, 'resumptions', (ctx) =>
      resumeSubscription(ctx, { actor, subscriptionId: id }),
    )
  }
  if (random() < 0.1) await attempt(world, wish, 'purchases', (ctx) => buy(world, ctx, wish))
}

async function changeSomething(world: World, current: Subscription, wish: Wish): Promise<void> {
  const { stripe, count } = world
  const { actor, random } = wish.customer
  const { id: subscriptionId } = current
  if (random() < 0.01) {
    stripe.setDeclined(current.customer, true)
    count('declined cards')
  }
  if (random() < 0.04) {
    return attempt(world, wish, nameOfChange(current, wish), (ctx) =>
      changePlan(ctx, { actor, subscriptionId, planId: wish.planId }),
    )
  }
  if (random() < 0.03) {
    return attempt(world, wish, 'cancellations', (ctx) =>
      cancelSubscription(ctx, { actor, subscriptionId }),
    )
  }
  if (random() < 0.02) {
    await attempt(world, wish, 'second subscriptions', () => buyBehindItsBack(world, wish))
  }
}

const nameOfChange = ({ prices }: Subscription, { planId }: Wish) =>
  prices.includes(starter) || planId.endsWith('growth') ? 'upgrades' : 'downgrades'

async function attempt(
  world: World,
  { customer }: Wish,
  name: string,
  action: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  const isKilled = customer.random() < 0.15
  try {
    await action(isKilled ? openMortal(world, customer) : world.ctx)
    world.count(name)
  } catch (error) {
    // Refusals have a status; anything else is a fault.
    const isRefusal = error instanceof Error && error.name === 'AppError'
    if (!isRefusal && !(error instanceof KilledError)) throw error
    world.count(isKilled ? `killed ${name}` : `refused ${name}`)
  }
}

async function buy(world: World, ctx: Context, { customer, planId }: Wish): Promise<void> {
  const { actor, random } = customer
  const open = () => startCheckout(ctx, { actor, product: 'platform', planId })
  const first = await open()
  const isTwice = random() < 0.3
  if (isTwice) world.count('second checkouts')
  const { id } = isTwice ? await open() : first
  const subscription = world.stripe.pay(id)
  customer.customerId = subscription.customer
  announce(world, customer, subscription)
}

/** A purchase that the product did not start. */
async function buyBehindItsBack(world: World, { customer, planId }: Wish): Promise<void> {
  const { stripe } = world
  const body = new URLSearchParams({
    customer: customer.customerId ?? '',
    'line_items[0][price]': `price_${planId}`,
    'line_items[0][quantity]': '1',
    'line_items[1][price]': `price_${planId}-overage`,
    'subscription_data[metadata][product]': 'platform',
  })
  const reply = await fetch(`${stripe.url}/v1/checkout/sessions`, { method: 'POST', body })
  const { id } = (await reply.json()) as { id?: string }
  if (id) announce(world, customer, stripe.pay(id))
}

function settleOrGiveUp(world: World, current: Subscription, customer: Customer): void {
  const { stripe, count } = world
  const { random } = customer
  if (random() < 0.15) {
    stripe.setDeclined(current.customer, false)
    stripe.settle(current)
    count('late payments')
    announce(world, customer, current)
  } else if (random() < 0.05) {
    Object.assign(current, {
      status: 'canceled',
      ended_at: Math.floor(Date.now() / 1000),
      cancellation_details: { reason: 'payment_failed' },
    })
    stripe.setDeclined(current.customer, false)
    count('unpaid ends')
    announce(world, customer, current)
  }
}
