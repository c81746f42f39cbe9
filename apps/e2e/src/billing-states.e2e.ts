/** The pages of billing in each state that a subscription may have, and while they load, fail or have nothing to show. */
import { startCannedStripe } from '@recto/testkit/canned-stripe'
import { freePort } from '@recto/testkit/own-ports'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const day = 24 * 60 * 60 * 1000
const timeIn = (days: number) => new Date(Date.now() + days * day).toISOString()
const dateOf = (days: number) => timeIn(days).slice(0, 10)

const trial = {
  subscription_id: null,
  plan_type: 'TRIAL',
  product: { id: 'recto-cloud-trial', name: 'Free trial' },
  is_subscribed: false,
  is_cancelled: false,
  remaining_days: 1,
  next_billing_date: timeIn(1),
  credits_in_dollars: 7.5,
  trial_tokens: 123_456,
  status: null,
  is_overdue: false,
  pay_before: null,
  may_run: true,
  other_subscriptions: [],
  provider_problem: null,
}
const active = {
  ...trial,
  subscription_id: 'sub_1QdXk2LkdIwHu7ix',
  plan_type: 'PAID',
  product: { id: 'recto-cloud-growth', name: 'Growth' },
  is_subscribed: true,
  remaining_days: 12,
  next_billing_date: timeIn(12),
  credits_in_dollars: 0,
  status: 'active',
}
const endedSubscription = { ...active, is_subscribed: false, may_run: false, remaining_days: -3 }
const standings = {
  trial,
  'trial-over': { ...trial, remaining_days: 0, next_billing_date: timeIn(-1), may_run: false },
  active,
  'past-due': { ...active, status: 'past_due', is_overdue: true, pay_before: timeIn(5) },
  'past-grace': {
    ...active,
    status: 'past_due',
    is_overdue: true,
    pay_before: timeIn(-2),
    may_run: false,
  },
  cancelled: { ...active, is_cancelled: true },
  second: {
    ...active,
    other_subscriptions: [
      {
        subscription_id: 'sub_1QdXk2LkdIwHu7iy',
        product: { id: 'recto-cloud-starter', name: 'Starter' },
        is_cancelled: false,
        is_ending: false,
        next_billing_date: timeIn(20),
      },
    ],
    provider_problem: 'The request to the payment provider failed: 503 api_error',
  },
  unpaid: { ...endedSubscription, status: 'unpaid' },
  ended: { ...endedSubscription, status: 'canceled' },
} as const

const allowance = {
  period: { starts_at: timeIn(-18), ends_at: timeIn(12) },
  platform: { included: 10_000, used: 12_345, beyond_plan: 2345, cost_in_dollars: 187.6 },
  text: { included: 10_000, used: 1, beyond_plan: 0, cost_in_dollars: 0 },
  overage: 0.08,
}
const noPages = { included: 10_000, used: 0, beyond_plan: 0, cost_in_dollars: 0 }
const pagesOfTrial = { included: null, used: 345, beyond_plan: 0, cost_in_dollars: 0 }
const allowanceOfTrial = {
  period: { starts_at: timeIn(-13), ends_at: timeIn(1) },
  platform: pagesOfTrial,
  text: pagesOfTrial,
  overage: null,
}
const key = (index: number) => `3f0c9d5e-8a41-4b7e-9c3d-${String(index).padStart(12, '0')}`
const lineOf = (index: number) => ({
  date: dateOf(-index),
  product: 'platform',
  mode: null,
  plan: { id: 'recto-cloud-growth', name: 'Growth' },
  pages: 1234 * (index + 1),
  tokens: 4_567_890,
  pages_included: 1234,
  pages_beyond_plan: 1234 * index,
  cost_in_dollars: 98.72 * index,
  reports: [] as object[],
})
const reportOf = (index: number) => ({
  key: key(index),
  pages: 1234,
  reported_at: timeIn(-index + 0.2),
  reported_for: timeIn(-index),
  state: 'counted',
  answer: 'counted',
})
const ledger = {
  start_date: dateOf(-30),
  end_date: dateOf(0),
  lines: [
    { ...lineOf(0), plan: null, pages: 1, pages_included: 1, tokens: 0 },
    {
      ...lineOf(1),
      reports: [{ ...reportOf(1), pages: 1, state: 'waiting', reported_at: null, answer: null }],
    },
    { ...lineOf(2), reports: [reportOf(2), { ...reportOf(3), reported_for: timeIn(0) }] },
    {
      ...lineOf(3),
      product: 'text',
      mode: 'high-quality',
      plan: { id: 'recto-pro', name: 'Pro' },
      reports: [{ ...reportOf(4), state: 'unknown', answer: 'refused: 400 invalid_request_error' }],
    },
    {
      ...lineOf(4),
      cost_in_dollars: 0,
      reports: [
        {
          ...reportOf(5),
          state: 'missed',
          reported_at: null,
          answer: 'too late for the last invoice',
        },
      ],
    },
    ...Array.from({ length: 25 }, (_, index) => ({
      ...lineOf(index + 5),
      reports: [reportOf(index + 6)],
    })),
  ],
  alarms: [
    {
      kind: 'sum_differs',
      detail:
        'The payment provider has counted 1300 pages on the meter “recto_pages_beyond_plan”, and 1234 were reported.',
      raised_at: timeIn(-1),
    },
  ],
}
const noLedger = { ...ledger, lines: [], alarms: [] }
const usedDays = Array.from({ length: 14 }, (_, index) => ({
  record_date: dateOf(-index),
  pages_processed: index === 3 ? 12_000 : index + 1,
}))

/** What a page shows: each reply by the end of its address, a status that refuses it, or none that never comes. */
type Replies = Readonly<Record<string, unknown>>

describe.skipIf(!hasBrowser)('the pages of billing', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let page: Page
  let replies: Replies = {}
  const heldRoutes: Route[] = []

  beforeAll(async () => {
    const secret = 'whsec_canned'
    const stripe = await startCannedStripe({ secret, prices: [] })
    const port = await freePort()
    product = await startProduct({
      PORT: String(port),
      RECTO_PUBLIC_URL: `http://127.0.0.1:${port}`,
      RECTO_BILLING: 'stripe',
      RECTO_DEMO_URL: 'https://example.org/demo',
      RECTO_CONTACT_URL: 'https://example.org/contact',
      RECTO_STRIPE_SECRET_KEY: 'sk_test_secret',
      RECTO_STRIPE_PUBLIC_KEY: 'pk_test_public',
      RECTO_STRIPE_WEBHOOK_SECRET: secret,
      RECTO_STRIPE_URL: stripe.url,
    })
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    page = visit.page
    page.setDefaultTimeout(120_000)
    await signIn(page, product)
    await page.route(/\/subscription\/|\/pricing\/$|\/session$/, async (route) => {
      const { pathname } = new URL(route.request().url())
      const [, reply] = Object.entries(replies).find(([end]) => pathname.endsWith(end)) ?? []
      if (reply === undefined) return route.continue()
      if (reply === 'never') return void heldRoutes.push(route)
      if (typeof reply !== 'number') return route.fulfill({ json: reply })
      const detail = 'The database did not answer within 10 s. Try again.'
      const errors = [{ code: 'error', detail, attr: null }]
      return route.fulfill({ status: reply, json: { type: 'server_error', errors } })
    })
    return () => stripe.close()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  type State = {
    readonly name: string
    readonly path: string
    readonly replies: Replies
    /** What the page shows once it is as it should be. */
    readonly sign: string | RegExp
  }

  async function lookAtState({ name, path, replies: next, sign }: State): Promise<void> {
    replies = next
    await page.goto(path)
    await page.getByText(sign).first().waitFor()
    await lookAt(visit, `money-${name}`)
    for (const route of heldRoutes.splice(0)) await route.abort()
  }

  const usage = (subscription: object) => ({
    '/subscription/details': { subscription },
    '/subscription/allowance/': allowance,
    '/subscription/usage/': { usage_data: { pages_processed: 12_345 } },
    '/subscription/usage/daily/': { usage_data: { usage: usedDays } },
  })

  const usageOfTrial = {
    ...usage(trial),
    '/subscription/allowance/': allowanceOfTrial,
    '/subscription/usage/': { usage_data: { pages_processed: 345 } },
  }

  const pricingSigns: Record<keyof typeof standings, RegExp> = {
    trial: /^1 trial day left$/,
    'trial-over': /^No trial days left$/,
    active: /^You’re currently subscribed to Growth/,
    'past-due': /^Everything runs until/,
    'past-grace': /^Nothing has run since/,
    cancelled: /has been cancelled\. You still have access until/,
    second: /^You also pay for a second subscription to Starter/,
    unpaid: /has not been paid/,
    ended: /^Your subscription to Growth has ended/,
  }

  test.each(Object.keys(standings) as (keyof typeof standings)[])('Pricing: %s', async (state) => {
    pictureOnFailure(visit)
    await lookAtState({
      name: `pricing-${state}`,
      path: '/recto/pricing',
      replies: usage(standings[state]),
      sign: pricingSigns[state],
    })
  })

  test.each([
    ['loading', { '/subscription/details': 'never', '/pricing/': 'never' }, 'Loading'],
    ['failing', { ...usage(active), '/pricing/': 503 }, 'Failed to load the pricing details'],
  ] as const)('Pricing: %s', async (state, next, sign) => {
    pictureOnFailure(visit)
    await lookAtState({ name: `pricing-${state}`, path: '/recto/pricing', replies: next, sign })
  })

  test.each([
    ['active', usage(active), 'Pages of this period'],
    ['past-due', usage(standings['past-due']), 'Pay now'],
    ['past-grace', usage(standings['past-grace']), 'Pay now'],
    ['cancelled', usage(standings.cancelled), 'Pages of this period'],
    ['second', usage(standings.second), 'Pages of this period'],
    ['trial', usageOfTrial, 'Free trial'],
    ['unpaid', usage(standings.unpaid), 'Subscription not available'],
    ['ended', usage(standings.ended), 'Subscription not available'],
    [
      'empty',
      {
        ...usage(active),
        '/subscription/allowance/': { ...allowance, platform: noPages, text: noPages },
        '/subscription/usage/': { usage_data: { pages_processed: 0 } },
        '/subscription/usage/daily/': { usage_data: { usage: [] } },
      },
      'No pages have been extracted yet.',
    ],
    ['loading', { ...usage(active), '/subscription/usage/': 'never' }, 'Dashboard'],
    ['failing', { ...usage(active), '/subscription/usage/': 503 }, 'Failed to load usage'],
    [
      'half-failing',
      { ...usage(active), '/subscription/allowance/': 503 },
      'Failed to load the pages of this period',
    ],
  ] as const)('Dashboard: %s', async (state, next, sign) => {
    pictureOnFailure(visit)
    await lookAtState({ name: `dashboard-${state}`, path: '/recto/dashboard', replies: next, sign })
  })

  test.each([
    ['busy', ledger, 'Not billed'],
    ['empty', noLedger, 'Nothing was used on these days.'],
    ['loading', 'never', 'Usage ledger'],
    ['failing', 503, 'Failed to load the ledger'],
  ] as const)('Ledger: %s', async (state, reply, sign) => {
    pictureOnFailure(visit)
    await lookAtState({
      name: `ledger-${state}`,
      path: '/recto/dashboard/ledger',
      replies: { ...usage(active), '/subscription/ledger/': reply },
      sign,
    })
  })

  const sessionOfMember = {
    id: 7,
    user_id: 'ana',
    email: 'ana@example.org',
    organization_id: 'recto',
    role: 'recto_user',
    provider: '',
  }

  test.each([
    ['admin', '', {}, 'Subscribe'],
    ['member', '', { '/session': sessionOfMember }, /contact the admin of your organization/],
    ['unavailable', '?reason=unavailable', {}, 'Failed to fetch subscription details'],
  ] as const)('the page of an ended subscription: %s', async (state, query, next, sign) => {
    pictureOnFailure(visit)
    const path = `/subscription-expired${query}`
    await lookAtState({ name: `expired-${state}`, path, replies: next, sign })
    expect(await page.getByRole('link', { name: 'Request a demo' }).isVisible()).toBe(true)
  })
})
