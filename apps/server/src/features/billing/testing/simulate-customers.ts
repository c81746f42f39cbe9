import type { CannedStripe } from '@recto/testkit/canned-stripe'
import { vi } from 'vitest'
import type { Actor } from '../../../platform/context.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { getSubscription } from '../get-subscription.ts'
import { checkSums } from '../metering/check-sums.ts'
import { reportUsage } from '../metering/report-usage.ts'
import { act } from './simulated-people.ts'
import {
  type Customer,
  deliver,
  liveSubscriptions,
  openRandom,
  openWorld,
  passUntil,
  type World,
  work,
} from './simulated-world.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Customers that live a day at the same time. */
const atOnce = 5

type ReadPages = {
  readonly subscription: string | undefined
  readonly plan: string | undefined
  readonly pages: number
  readonly readAt: Date
}

export type SimulationOptions = {
  readonly customers: number
  readonly days: number
  readonly seed: number
  onDay?(today: number): void
}

export type Simulation = {
  readonly reads: readonly ReadPages[]
  /** Days on which somebody was let in or locked out wrongly. */
  readonly wrongDays: readonly string[]
  readonly checkedDays: number
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Lets customers buy, change, cancel, resume, pay late and read for some time, while events come late, twice, in another
 * order or never, the provider is away, and processes are killed between any two calls or queries.
 */
export async function simulateCustomers(
  server: TestServer,
  stripe: CannedStripe,
  options: SimulationOptions,
): Promise<Simulation> {
  const world = openWorld(server, stripe)
  const { customers, counts } = world
  const random = openRandom(options.seed)
  for (let index = 0; index < options.customers; index++) {
    customers.push(await addCustomer(server, index, options.seed))
  }
  const record: SimulationRecord = { reads: [], wrongDays: [], checkedDays: 0 }
  const start = Date.now()
  for (let today = 1; today <= options.days; today++) {
    stripe.setAway(random() < 0.03)
    if (stripe.isAway()) world.count('days without the provider')
    await passUntil(world, start + today * day + Math.floor(random() * 20 * hour))
    for (let first = 0; first < customers.length; first += atOnce) {
      const group = customers.slice(first, first + atOnce)
      await Promise.all(group.map((customer) => liveADay(world, customer, { record, today })))
    }
    options.onDay?.(today)
  }
  await finish(world)
  return { ...record, counts }
}

type SimulationRecord = { reads: ReadPages[]; wrongDays: string[]; checkedDays: number }

type Day = { readonly record: SimulationRecord; readonly today: number }

async function liveADay(world: World, customer: Customer, { record, today }: Day): Promise<void> {
  await deliver(world, customer, today)
  await act(world, customer)
  await work(world, customer)
  const { mayRun, expected } = await checkAccess(world, customer)
  if (expected !== undefined) record.checkedDays++
  if (expected !== undefined && mayRun !== expected) {
    record.wrongDays.push(
      `${new Date().toISOString()} ${customer.actor.organization.slug}: may run ${mayRun}, expected ${expected}`,
    )
  }
  if (mayRun && expected !== false) record.reads.push(await readSomething(world, customer))
}

/** Everything that is left is delivered and counted, until the last period has been closed. */
async function finish({ ctx, stripe, customers }: World): Promise<void> {
  stripe.setAway(false)
  for (let round = 1; round <= 5; round++) {
    vi.setSystemTime(Date.now() + 3 * hour)
    for (const customer of customers) {
      await reportUsage(ctx, customer)
      await checkSums(ctx, customer)
    }
  }
}

async function addCustomer(server: TestServer, index: number, seed: number): Promise<Customer> {
  const slug = `year-${seed}-${index}`
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
  const random = openRandom(seed * 1000 + index)
  return { actor, organizationId: id, joinedAt: Date.now(), letters: [], random }
}

const trialDays = 14
const graceDays = 7

type Access = { readonly mayRun: boolean; readonly expected: boolean | undefined }

/** Compares who may run with what the provider knows; while it is away, the last known state holds. */
async function checkAccess(world: World, customer: Customer): Promise<Access> {
  const { ctx, stripe } = world
  const { mayRun } = await getSubscription(ctx, customer.actor)
  if (stripe.isAway()) return { mayRun, expected: undefined }
  const [current] = liveSubscriptions(world, customer)
  const { customerId, overdueSince, joinedAt } = customer
  const isInGrace = overdueSince === undefined || overdueSince + graceDays * day > Date.now()
  const isInTrial = customerId === undefined && joinedAt + trialDays * day > Date.now()
  return { mayRun, expected: current ? isInGrace : isInTrial }
}

/** Reads a document with the text service, and remembers which plan covers it. */
async function readSomething(world: World, customer: Customer): Promise<ReadPages> {
  const { ctx } = world
  const [current] = liveSubscriptions(world, customer)
  const pages = 1 + Math.floor(customer.random() * 700)
  const readAt = new Date(Date.now() + 1000)
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
  const plan = current?.prices.find((key) => !key.endsWith('-overage'))
  return { subscription: current?.id, plan, pages, readAt }
}
