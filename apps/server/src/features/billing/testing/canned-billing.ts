import { randomUUID } from 'node:crypto'
import {
  type CannedStripe,
  type SignedEvent,
  startCannedStripe,
} from '@recto/testkit/canned-stripe'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { Db } from '../../../platform/db/database.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { plansOf } from '../catalogue.ts'
import { reportUsage } from '../metering/report-usage.ts'

const secret = 'whsec_canned'

/** The prices of the catalogue as Stripe has them. */
export const pricesOfCatalogue = plansOf('recto').flatMap((plan) => {
  const interval = plan.period
  const pagePrices = plan.usagePrices.map(({ id, meter, dollars }) => ({
    key: id,
    cents: dollars * 100,
    interval,
    meter,
  }))
  return plan.price === 0
    ? pagePrices
    : [{ key: plan.id, cents: plan.price * 100, interval }, ...pagePrices]
})

/** It has all prices of the catalogue by default. */
export const openCannedStripe = (prices = pricesOfCatalogue): Promise<CannedStripe> =>
  startCannedStripe({ secret, prices })

/** Settings of an installation that sells plans by the canned Stripe. */
export const sellingBy = (stripe: CannedStripe) => ({
  RECTO_BILLING: 'stripe',
  RECTO_STRIPE_SECRET_KEY: 'sk_test_secret',
  RECTO_STRIPE_PUBLIC_KEY: 'pk_test_public',
  RECTO_STRIPE_WEBHOOK_SECRET: secret,
  RECTO_STRIPE_URL: stripe.url,
  RECTO_PUBLIC_URL: 'http://recto.example.org',
})

/** Headers of a reply after which the library of Stripe does not repeat a call. */
export const notRepeated = { 'stripe-should-retry': 'false' }

/** The library of Stripe waits before it repeats a call that has failed; tests that fail many of them do not. */
export const withoutRepetition =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (...call) => {
    const reply = await fetch(...call)
    if (reply.status < 500) return reply
    return new Response(await reply.text(), { status: reply.status, headers: notRepeated })
  }

/** Posts an event like Stripe. */
export async function tell(to: TestServer, { body, signature }: SignedEvent): Promise<number> {
  const response = await fetch(`${to.origin}/api/v1/billing/stripe/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  })
  return response.status
}

/** Waits until nothing that was told is left to look into. */
export async function untilHandled(server: TestServer): Promise<void> {
  await vi.waitFor(
    async () => {
      const left = await server.ctx.db
        .selectFrom('billing_event')
        .select('id')
        .where('handled_at', 'is', null)
        .execute()
      expect(left).toEqual([])
    },
    { timeout: 45_000, interval: 30 },
  )
}

type BillingServers = { server: TestServer; stripe: CannedStripe }

/** A server with workers that sells plans for the tests of a file; it is there as soon as they begin. */
export function startSelling(): BillingServers {
  const servers = {} as BillingServers
  beforeAll(async () => {
    servers.stripe = await openCannedStripe()
    servers.server = await startServer({ worker: true, env: sellingBy(servers.stripe) })
  })
  afterAll(async () => {
    await servers.server?.close()
    await servers.stripe?.close()
  })
  return servers
}

/** Returns the id of an organization, which is made when its admin comes first. */
export async function idOfOrganization(
  server: TestServer,
  admin: Person,
  slug: string,
): Promise<number> {
  await admin.get('users/profile/')
  const query = server.ctx.db.selectFrom('organization').select('id').where('slug', '=', slug)
  return (await query.executeTakeFirstOrThrow()).id
}

type Purchase = {
  readonly person: Pick<Person, 'post'>
  readonly stripe: CannedStripe
  readonly organizationId: number
}

/** Buys the Starter plan for the organization of a person, and reports its usage, of which there is none yet. */
export async function buyStarter(
  { ctx }: Pick<TestServer, 'ctx'>,
  { person, stripe, organizationId }: Purchase,
): Promise<ReturnType<CannedStripe['pay']>> {
  const { body } = await person.post('create-checkout-session/', { id: 'recto-cloud-starter' })
  const subscription = stripe.pay(body.session_id)
  await reportUsage(ctx, { organizationId })
  return subscription
}

type TextUsage = { readonly organizationId: number; readonly pages: number }

/** Stores that the text service has just read so many pages. */
export async function storeTextUsage(db: Db, { organizationId, pages }: TextUsage): Promise<void> {
  const readAt = new Date()
  await db
    .insertInto('text_usage')
    .values({
      job_id: randomUUID(),
      organization_id: organizationId,
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
}

type EndedSubscription = {
  readonly stripe: CannedStripe
  readonly subscription: ReturnType<CannedStripe['pay']>
}

/** Ends a subscription at Stripe a minute ago, and waits until the server has handled that. */
export async function endAtStripe(
  server: TestServer,
  { stripe, subscription }: EndedSubscription,
): Promise<void> {
  const periodEnd = Math.floor(Date.now() / 1000) - 60
  Object.assign(subscription, { status: 'canceled', periodEnd })
  await tell(server, stripe.event('customer.subscription.deleted', subscription))
  await untilHandled(server)
}
