import { type CannedStripe, startCannedStripe } from '@recto/testkit/canned-stripe'
import { freePort } from '@recto/testkit/own-ports'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const secret = 'whsec_canned'

describe.skipIf(!hasBrowser)('an organization that pays', () => {
  let stripe: CannedStripe
  let product: Product
  let browser: Browser
  let visit: Visit
  let page: Page
  let paidSubscription: ReturnType<CannedStripe['pay']>

  beforeAll(async () => {
    const interval = 'year'
    stripe = await startCannedStripe({
      secret,
      prices: [
        { key: 'recto-cloud-growth-annual', cents: 599_000, interval },
        {
          key: 'recto-cloud-growth-annual-overage',
          cents: 8,
          interval,
          meter: 'recto_pages_beyond_plan',
        },
        { key: 'recto-cloud-starter-annual', cents: 99_000, interval },
        {
          key: 'recto-cloud-starter-annual-overage',
          cents: 12,
          interval,
          meter: 'recto_pages_beyond_plan',
        },
      ],
    })
    const port = await freePort()
    product = await startProduct({
      PORT: String(port),
      RECTO_PUBLIC_URL: `http://127.0.0.1:${port}`,
      RECTO_BILLING: 'stripe',
      RECTO_STRIPE_SECRET_KEY: 'sk_test_secret',
      RECTO_STRIPE_PUBLIC_KEY: 'pk_test_public',
      RECTO_STRIPE_WEBHOOK_SECRET: secret,
      RECTO_STRIPE_URL: stripe.url,
    })
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    visit.expectRefusal('401 GET /api/v1/session')
    page = visit.page
    await signIn(page, product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await stripe?.close()
  })

  async function tell(type: string): Promise<void> {
    const { body, signature } = stripe.event(type, paidSubscription)
    const reply = await fetch(`${product.origin}/api/v1/billing/stripe/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
    expect(reply.status).toBe(200)
  }

  /** Waits until the page shows the text, because a worker processes the events of Stripe. */
  async function untilSaid(text: RegExp): Promise<void> {
    await expect
      .poll(
        async () => {
          await page.goto('/recto/pricing')
          await page.getByRole('heading', { name: 'Pricing' }).waitFor()
          return page.getByText(text).isVisible()
        },
        { timeout: 15_000 },
      )
      .toBe(true)
  }

  test('[BL-008] [BL-011] sees the plans during its trial', async () => {
    pictureOnFailure(visit)
    await page.goto('/recto/pricing')
    await page.getByText('14 trial days left').first().waitFor()
    await lookAt(visit, 'billing-1-trial')
  })

  test('[BL-020] [BL-066] pays at Stripe, comes back, and is subscribed once Stripe has said so', async () => {
    pictureOnFailure(visit)
    // The page of Stripe pays and sends the browser back.
    await page.route('https://checkout.stripe.com/**', async (route) => {
      paidSubscription = stripe.pay(route.request().url().split('/').pop() ?? '')
      const location = '/payment/success?session_id=cs_test_1'
      await route.fulfill({ status: 302, headers: { location: `${product.origin}${location}` } })
    })
    await page
      .getByRole('region', { name: 'Growth' })
      .getByRole('button', { name: 'Subscribe' })
      .click()
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    await lookAt(visit, 'billing-2-paid')
    await tell('customer.subscription.created')
    await untilSaid(/^You’re currently subscribed to Growth/)
    await lookAt(visit, 'billing-3-subscribed')
  })

  test('changes to a smaller plan and back, and is told what that costs', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: 'Change to Starter' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/set off against/).waitFor()
    await lookAt(visit, 'billing-3a-change')
    await dialog.getByRole('button', { name: 'Change plan' }).click()
    await page.getByText(/^You’re currently subscribed to Starter/).waitFor()
    await page.getByRole('button', { name: 'Change to Growth' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change plan' }).click()
    await page.getByText(/^You’re currently subscribed to Growth/).waitFor()
  })

  test('is told of a late payment, and where it is paid', async () => {
    pictureOnFailure(visit)
    paidSubscription.status = 'past_due'
    await tell('customer.subscription.updated')
    await untilSaid(/^Payment overdue/)
    await lookAt(visit, 'billing-3b-overdue')
    await page.goto('/recto/dashboard')
    await page.getByText('Pay now').waitFor()
    await lookAt(visit, 'billing-3c-dashboard-overdue')
    paidSubscription.status = 'active'
    await tell('customer.subscription.updated')
    await untilSaid(/^You’re currently subscribed to Growth/)
  })

  test('[BL-017] [BL-019] cancels, keeps access, and is free to subscribe again when it has ended', async () => {
    pictureOnFailure(visit)
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText(/^Your subscription to Growth has been cancelled/).waitFor()
    await lookAt(visit, 'billing-4-cancelled')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText(/^You’re currently subscribed to Growth/).waitFor()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText(/^Your subscription to Growth has been cancelled/).waitFor()
    Object.assign(paidSubscription, {
      status: 'canceled',
      periodEnd: Math.floor(Date.now() / 1000) - 60,
    })
    await tell('customer.subscription.deleted')
    await untilSaid(/^Your subscription to Growth has ended/)
    await lookAt(visit, 'billing-5-ended')
  })

  test('[BL-038] [BL-040] [BL-043] sees what it used on the dashboard', async () => {
    pictureOnFailure(visit)
    await page.goto('/recto/dashboard')
    await page.getByRole('heading', { name: 'Overall Usage' }).waitFor()
    await lookAt(visit, 'billing-6-dashboard')
    await page.getByRole('link', { name: 'Ledger' }).click()
    await page.getByRole('heading', { name: 'Usage ledger' }).waitFor()
    await page.getByText('Nothing was used on these days.').waitFor()
    await lookAt(visit, 'billing-6a-ledger-empty')
  })

  test('[BL-048] [BL-049] asks for a value and is told that its subscription has ended', async () => {
    pictureOnFailure(visit)
    await page.goto('/recto/tools')
    await page.getByText('Invoices (sample)').click()
    const card = page.getByRole('article', { name: 'seller_name', exact: true })
    await card.getByRole('button', { name: 'Run seller_name', exact: true }).click()
    await card.getByText(/^The subscription has ended/).waitFor()
    await lookAt(visit, 'billing-7-refused')
    await page.goto('/subscription-expired')
    await page.getByRole('heading', { name: 'Your subscription period has ended!' }).waitFor()
    await page.getByRole('link', { name: 'Subscribe' }).waitFor()
    await lookAt(visit, 'billing-8-expired')
    await page.goto('/subscription-expired?reason=unavailable')
    await page.getByRole('heading', { name: 'Failed to fetch subscription details' }).waitFor()
    await lookAt(visit, 'billing-9-unavailable')

    const isExpected = (one: string) =>
      one.includes('checkout.stripe.com') || /^402 POST .*\/runs\/$/.test(one)
    expect(visit.problems().filter((one) => !isExpected(one))).toEqual([])
  })
})
