import * as api from '@recto/contract/billing/billing'
import { getRole, getSession } from '@recto/contract/organizations/session'
import { listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { listTextProducts, listTextSubscriptions } from '@recto/contract/text-service/text-product'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { modules } from '../../entry/modules.ts'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { platformId, selectProduct, TEXT_EXTRACTION } from '../../shared/session/products.ts'
import { answer, type FakeAnswers, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { subscriptionFromWire } from './plan.ts'
import { type Details, subscriptionDetails } from './testing/subscription-details.ts'

const onTrial: Details = { ...subscriptionDetails.onTrial, credits_in_dollars: 7.5 }
const paidSubscription: Details = {
  ...subscriptionDetails.paidSubscription,
  trial_tokens: 0,
  product: { id: 'recto-cloud-growth', name: 'Growth' },
}
const days = Array.from({ length: 12 }, (_, i) => ({
  record_date: `2026-11-${String(i + 1).padStart(2, '0')}`,
  pages_processed: 100 - i,
}))

const allowance: EndpointReply<typeof api.getAllowance> = {
  period: { starts_at: '2026-11-01T00:00:00.000000Z', ends_at: '2026-12-01T00:00:00.000000Z' },
  platform: { included: 1000, used: 1134, beyond_plan: 134, cost_in_dollars: 16.08 },
  text: { included: 1000, used: 20, beyond_plan: 0, cost_in_dollars: 0 },
  overage: 0.12,
}

const server = (subscription: Details, ...extraAnswers: FakeAnswers) =>
  fakeServer(
    startUpAnswers({ organizationId: 'acme', flags: { billing: true } }),
    answer(getRole, () => ({ is_admin: true })),
    answer(listProjects, () => []),
    answer(api.listPlans, () => []),
    answer(api.getSubscription, () => ({ subscription })),
    answer(api.getSellerLinks, () => ({
      is_selling: true,
      demo_url: 'https://seller.test/demo',
      contact_url: 'https://seller.test/contact',
    })),
    answer(api.getAllowance, () => allowance),
    answer(api.getSubscriptionUsage, () => ({ usage_data: { pages_processed: 1134 } })),
    answer(api.getDailySubscriptionUsage, () => ({ usage_data: { usage: days } })),
    ...extraAnswers,
  )
const openPage = (page: string) => open(`/acme/${page}`, modules)
const badge = () => screen.findByText(/trial days? left/)

test('[BL-006] a subscription of the wire is one of the pages', () => {
  expect(subscriptionFromWire({ subscription: paidSubscription })).toMatchObject({
    subscriptionId: 'sub_1',
    planType: 'PAID',
    isSubscribed: true,
    isCancelled: false,
    remainingDays: 9,
    nextBillingDate: '2026-12-24T00:00:00.000000Z',
    product: { name: 'Growth' },
  })
})

test('[BL-055] the subscription is awaited before a page is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<{ subscription: Details }>()
  server(
    paidSubscription,
    answer(api.getSubscription, () => promise),
  )
  await openPage('profile')
  expect(screen.queryByRole('heading', { name: 'Profile' })).toBeNull()

  resolve({ subscription: paidSubscription })
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy()
})

test('[BL-056] [BL-057] a subscription that cannot be loaded is not said to have ended', async () => {
  server(
    onTrial,
    answer(api.getSubscription, () => refuse(500, 'No.')),
  )
  const { path } = await openPage('profile')

  expect(await screen.findByText('Failed to fetch subscription details')).toBeTruthy()
  expect(path()).toBe('/subscription-expired')
  expect(screen.queryByText('Your subscription period has ended!')).toBeNull()
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/')
})

const asRole = (role: string) =>
  answer(getSession, () => ({
    id: 7,
    user_id: 'ana',
    email: 'ana@acme.test',
    organization_id: 'acme',
    role,
    provider: '',
  }))

test('[BL-048] [BL-049] [BL-050] [BL-052] [BL-053] [BL-054] an admin who opens the page of an ended subscription is led to where one subscribes', async () => {
  server(onTrial, asRole('admin'))
  await open('/subscription-expired')

  expect(await screen.findByText('Your subscription period has ended!')).toBeTruthy()
  expect(screen.getByText(/^Thank you for trying Recto/)).toBeTruthy()
  expect(await screen.findByText(/Subscribe to a plan to continue/)).toBeTruthy()
  const link = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('Subscribe')).toBe('/acme/pricing')
  expect(await link('Request a demo')).toBe('https://seller.test/demo')
  expect(await link('Reach out to us')).toBe('https://seller.test/contact')
  expect(await link('Documentation')).toBe('/docs')
})

test('[BL-052] [BL-053] links that the installation does not name are not there', async () => {
  server(
    onTrial,
    asRole('admin'),
    answer(api.getSellerLinks, () => ({ is_selling: true, demo_url: null, contact_url: null })),
  )
  await open('/subscription-expired')
  await screen.findByRole('link', { name: 'Subscribe' })

  expect(screen.queryByRole('link', { name: 'Request a demo' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Reach out to us' })).toBeNull()
})

test('[BL-051] whoever is no admin is told to ask one', async () => {
  server(onTrial, asRole('recto_user'))
  await open('/subscription-expired')

  expect(await screen.findByText(/Please contact the admin of your organization/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull()
})

test('[BL-056] the page Pricing is shown without one', async () => {
  server(
    onTrial,
    answer(api.getSubscription, () => refuse(500, 'No.')),
  )
  const { path } = await openPage('pricing')

  expect(await screen.findByText('Failed to fetch subscription details')).toBeTruthy()
  expect(path()).toBe('/acme/pricing')
})

test('[BL-059] [BL-061] [BL-062] [BL-063] the badge of a trial says what is left of it', async () => {
  server(onTrial)
  await openPage('profile')

  expect((await badge()).textContent).toBe('9 trial days left')
  await userEvent.hover(await badge())
  const tooltipText = (await screen.findByRole('tooltip')).textContent
  expect(tooltipText).toContain('12.3K LLM Tokens')
  expect(tooltipText).not.toContain('$')
  expect(tooltipText).toContain('connect your own LLMs after the free tokens run out')
})

test.each([0, -3])('[BL-060] with %s days left there are none', async (remaining_days) => {
  server({ ...onTrial, remaining_days })
  await openPage('profile')

  expect(await screen.findByText('No trial days left')).toBeTruthy()
})

test('[BL-059] the text product has no badge, because the trial is of the platform', async () => {
  server(onTrial)
  selectProduct(TEXT_EXTRACTION)
  onTestFinished(() => selectProduct(platformId()))
  await openPage('profile')
  // The page is there once the subscription is.
  await screen.findByRole('heading', { name: 'Profile' })

  expect(screen.queryByText(/trial days? left/)).toBeNull()
})

test('[BL-059] an address of the text product leads away from the badge', async () => {
  const [listProducts] = listTextProducts
  const [listSubscriptions] = listTextSubscriptions
  server(
    onTrial,
    answer(listProducts, () => []),
    answer(listSubscriptions, () => []),
  )
  const { router } = await openPage('profile')
  await badge()
  act(() => router.history.push('/llm-whisperer/acme/dashboard'))

  await waitFor(() => expect(screen.queryByText(/trial days? left/)).toBeNull())
})

test('[BL-059] a plan has no badge', async () => {
  server(paidSubscription)
  await openPage('profile')
  await screen.findByRole('heading', { name: 'Profile' })

  expect(screen.queryByText(/trial days? left/)).toBeNull()
})

test.each([
  [0, false],
  [-1, true],
])('[BL-064] with %s days left the menu is closed: %s', async (remaining_days, isClosed) => {
  server({ ...onTrial, remaining_days, may_run: !isClosed })
  await openPage('profile')
  const menu = await screen.findByRole('navigation', { name: 'Main' })

  const link = within(menu).getByRole('link', { name: 'Workflows' })
  await waitFor(() => expect(link.getAttribute('aria-disabled')).toBe(isClosed ? 'true' : null))
})

test('[BL-038] [BL-039] [BL-040] [BL-041] [BL-042] [BL-043] [BL-044] [BL-046] the dashboard shows what the plan was used for', async () => {
  const { callsOf } = server(paidSubscription)
  await openPage('dashboard')

  expect(await screen.findByRole('heading', { name: 'Overall Usage' })).toBeTruthy()
  expect(screen.getByText('Growth')).toBeTruthy()
  expect(screen.getByText('1,134 pages extracted')).toBeTruthy()
  const pages = await screen.findByRole('region', { name: 'Pages of this period' })
  expect(within(pages).getByRole('row', { name: /^Platform/ }).textContent).toBe(
    'Platform1,0001,134134$16.08',
  )
  expect(pages.textContent).toContain('Each page beyond the plan costs $0.12.')
  const slack = screen.getByRole('link', { name: 'Slack Community' })
  expect(slack.getAttribute('target')).toBe('_blank')
  const table = screen.getByRole('table', { name: 'Pages by day' })
  expect(within(table).getAllByRole('row')).toHaveLength(11)
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('892026-11-12')
  await userEvent.click(within(table).getByRole('button', { name: 'Number of Pages Extracted' }))
  await userEvent.click(within(table).getByRole('button', { name: /Number of Pages Extracted/ }))
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('1002026-11-01')
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(callsOf(api.getSubscriptionUsage)).toHaveLength(2))
})

test('[BL-045] [BL-047] admins of their own accounts go on to the plans, and a late payment is said', async () => {
  server({ ...paidSubscription, next_billing_date: '2026-01-01T00:00:00.000000Z' })
  await openPage('dashboard')

  expect(
    await screen.findByText('Payment overdue. Please pay to avoid service disruption.'),
  ).toBeTruthy()
  const main = screen.getByRole('main')
  expect(within(main).getByRole('link', { name: 'Pricing' }).getAttribute('href')).toBe(
    '/acme/pricing',
  )
})

test('[BL-045] people of an identity provider are not led to the plans', async () => {
  server(
    paidSubscription,
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: 'acme',
      role: 'admin',
      provider: 'okta',
    })),
  )
  await openPage('dashboard')
  await screen.findByRole('heading', { name: 'Overall Usage' })

  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Pricing' })).toBeNull()
})

test('[BL-009] [BL-010] the page Pricing leads back to the dashboard while there are days left', async () => {
  server(onTrial)
  const { path } = await openPage('pricing')
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(path()).toBe('/acme/dashboard'))

  server({ ...onTrial, remaining_days: 0 })
  await openPage('pricing')
  const back = await screen.findAllByRole('button', { name: 'Back' })
  expect(back.at(-1)?.hasAttribute('disabled')).toBe(true)
})

test('[BL-023] whoever comes back from the provider by the browser finds the plans as they were', async () => {
  vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  server(
    onTrial,
    answer(api.listPlans, () => [
      {
        id: 'recto-cloud-growth-annual',
        metadata: { name: 'Growth', pages_processed_limit: 10, overage: 1, price: 12 },
      },
    ]),
    answer(api.startCheckout, () => ({ session_id: 'cs_1', checkout_url: 'https://x.test/' })),
  )
  await openPage('pricing')
  const button = () => screen.findByRole('button', { name: /Subscribe/ })
  await userEvent.click(await button())
  await waitFor(async () => expect((await button()).className).toContain('ant-btn-loading'))

  window.dispatchEvent(new Event('pageshow'))
  await waitFor(async () => expect((await button()).className).not.toContain('ant-btn-loading'))
})

test('the menu stays open while runs are admitted, though the billing date has passed', async () => {
  server({ ...paidSubscription, remaining_days: -2, may_run: true })
  await openPage('profile')
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  await screen.findByRole('heading', { name: 'Profile' })

  expect(
    within(menu).getByRole('link', { name: 'Workflows' }).getAttribute('aria-disabled'),
  ).toBeNull()
})

test('the dashboard of a trial shows what was used, and nothing that is billed', async () => {
  const trialUsage = { included: null, used: 7, beyond_plan: 0, cost_in_dollars: 0 }
  server(
    onTrial,
    answer(api.getAllowance, () => ({
      ...allowance,
      platform: trialUsage,
      text: trialUsage,
      overage: null,
    })),
  )
  await openPage('dashboard')
  const pages = await screen.findByRole('region', { name: 'Pages of this period' })
  const headings = within(pages).getAllByRole('columnheader')

  expect(headings.map(({ textContent }) => textContent)).toEqual(['Product', 'Used'])
  expect(within(pages).getByRole('row', { name: /^Platform/ }).textContent).toBe('Platform7')
})

test('pages of a plan that cannot be loaded are not left out silently', async () => {
  server(
    paidSubscription,
    answer(api.getAllowance, () => refuse(503, 'The database is busy.')),
  )
  await openPage('dashboard')

  expect(await screen.findByText('Failed to load the pages of this period')).toBeTruthy()
  expect(screen.getByText('The database is busy.')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Pages by day' })).toBeTruthy()
})

test('the dashboard does not name a plan that has ended', async () => {
  server({ ...paidSubscription, is_subscribed: false, may_run: false })
  await openPage('dashboard')

  expect(await screen.findByText('Subscription not available')).toBeTruthy()
  expect(screen.queryByText('Growth')).toBeNull()
})

test('an installation that sells nothing has no way to plans or a ledger', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getRole, () => ({ is_admin: true })),
    answer(listProjects, () => []),
  )
  await openPage('dashboard')
  await screen.findByText('Billing is not enabled')

  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('link', { name: 'Pricing' })).toBeNull()
  expect(main.queryByRole('link', { name: 'Ledger' })).toBeNull()
})

test('the ledger shows each day with its reports, and what needs attention', async () => {
  const line = {
    product: 'platform' as const,
    mode: null,
    plan: { id: 'recto-cloud-starter', name: 'Starter' },
    tokens: 500,
  }
  const report = {
    key: '5b4e8a6e-0000-4000-8000-000000000001',
    pages: 134,
    reported_at: '2026-11-12T10:05:00.000000Z',
    reported_for: '2026-11-12T10:05:00.000000Z',
    state: 'waiting' as const,
    answer: 'refused: 400 resource_missing',
  }
  const lateReport = {
    ...report,
    key: '5b4e8a6e-0000-4000-8000-000000000002',
    pages: 1,
    state: 'counted' as const,
    answer: 'counted',
  }
  server(
    paidSubscription,
    answer(api.readLedger, () => ({
      start_date: '2026-10-13',
      end_date: '2026-11-12',
      lines: [
        {
          ...line,
          date: '2026-11-12',
          pages: 150,
          pages_included: 16,
          pages_beyond_plan: 134,
          cost_in_dollars: 16.08,
          reports: [report],
        },
        {
          ...line,
          date: '2026-11-11',
          product: 'text' as const,
          mode: 'high-quality',
          plan: null,
          pages: 984,
          pages_included: 984,
          pages_beyond_plan: 0,
          cost_in_dollars: 0,
          reports: [lateReport],
        },
      ],
      alarms: [
        {
          kind: 'report_refused',
          detail: 'The payment provider rejected 134 pages.',
          raised_at: '2026-11-12T10:05:00.000000Z',
        },
      ],
    })),
  )
  await openPage('dashboard/ledger')
  const table = await screen.findByRole('table', { name: 'Usage ledger' })
  const [, first, second] = within(table).getAllByRole('row')

  expect(first?.textContent).toBe(
    `2026-11-12PlatformStarter15050016134$16.08Waiting 134 pages, 2026-11-12 10:05 UTC${report.key}refused: 400 resource_missing`,
  )
  expect(second?.textContent).toContain('Text, high qualityNo plan984')
  expect(second?.textContent).toContain('Counted 1 page, 2026-11-12 10:05 UTC')
  expect(second?.textContent).toContain('On the invoice for 2026-11-12')
  expect(screen.getByText('The payment provider rejected 134 pages.')).toBeTruthy()
  expect(screen.getByText('1,134 pages, 134 beyond the plan, $16.08')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Export CSV/ }).getAttribute('href')).toContain(
    'subscription/ledger/export/',
  )
})
