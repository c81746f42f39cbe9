import * as api from '@recto/contract/billing/billing'
import { getRole } from '@recto/contract/organizations/session'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { PricingPage } from './PricingPage.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pricedPlan = (id: string, price: number, pages: number) => ({
  id,
  metadata: { name: 'Starter', pages_processed_limit: pages, overage: 0.12, price },
})
const plans = [
  pricedPlan('recto-cloud-starter', 99, 1000),
  pricedPlan('recto-cloud-starter-annual', 1000, 12_000),
]
type Details = EndpointReply<typeof api.getSubscription>['subscription']

const onTrial: Details = {
  subscription_id: null,
  remaining_days: 9,
  credits_in_dollars: 10,
  trial_tokens: 12_345,
  is_subscribed: false,
  is_cancelled: false,
  provider_problem: null,
  plan_type: 'TRIAL',
  product: { id: 'recto-cloud-trial', name: 'Free trial' },
  next_billing_date: '2026-12-24T00:00:00.000000Z',
}
const paidSubscription: Details = {
  ...onTrial,
  subscription_id: 'sub_1',
  is_subscribed: true,
  plan_type: 'PAID',
  product: { id: 'recto-cloud-starter-annual', name: 'Starter' },
}

const admin = answer(getRole, () => ({ is_admin: true }))

const server = (...extraAnswers: Answer[]) =>
  fakeServer(
    startUpAnswers({ organizationId: 'acme', flags: { billing: true } }),
    admin,
    answer(api.listPlans, () => plans),
    answer(api.getSubscription, () => ({ subscription: onTrial })),
    ...extraAnswers,
  )
const show = () =>
  open('/acme/pricing', {
    pages: [{ path: '/pricing', component: PricingPage, isForAdmins: true }],
  })
const card = () => screen.findByRole('region', { name: 'Starter' })

test('[BL-058] an installation that sells nothing says so and asks for no plans', async () => {
  const { callsOf } = fakeServer(startUpAnswers({ organizationId: 'acme' }), admin)
  await show()

  expect(await screen.findByText('Billing is not enabled')).toBeTruthy()
  expect(callsOf(api.listPlans)).toEqual([])
})

test('[BL-015] plans that cannot be loaded say so', async () => {
  server(answer(api.listPlans, () => refuse(500, 'No.')))
  await show()

  expect(await screen.findByText('Failed to load the pricing details')).toBeTruthy()
})

test('[BL-057] a subscription that cannot be loaded says so', async () => {
  server(answer(api.getSubscription, () => refuse(500, 'No.')))
  await show()

  expect(await screen.findByText('Failed to fetch subscription details')).toBeTruthy()
})

test('[BL-008] [BL-011] [BL-012] [BL-013] [BL-014] plans are shown for a year, and for a month when one likes', async () => {
  server()
  await show()
  const annual = await card()

  expect(within(annual).getByText('$83')).toBeTruthy()
  expect(within(annual).getByText('12,000 pages per year')).toBeTruthy()
  expect(within(annual).getByText('$0.12 for each additional page')).toBeTruthy()
  expect(
    screen.getByText(/includes text extraction for as many pages as the plan covers/),
  ).toBeTruthy()
  expect(screen.getAllByText('9 trial days left').length).toBeGreaterThan(0)
  await userEvent.click(screen.getByText('Monthly'))
  expect(within(await card()).getByText('$99')).toBeTruthy()
  expect(within(await card()).getByText('1,000 pages per month')).toBeTruthy()
})

test('[BL-020] [BL-021] [BL-022] subscribing leads to the page of the provider, and says when that does not come', async () => {
  const to = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  const checkout_url = 'https://checkout.stripe.com/c/pay/cs_1'
  const { callsOf } = server(
    answer(api.startCheckout, () => ({ session_id: 'cs_1', checkout_url })),
  )
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await show()
  const hand = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await hand.click(within(await card()).getByRole('button', { name: 'Subscribe' }))

  await waitFor(() => expect(to).toHaveBeenCalledWith(checkout_url))
  expect(callsOf(api.startCheckout)[0]?.body).toEqual({ id: 'recto-cloud-starter-annual' })
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(screen.queryByText('Stripe redirect timed out')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(screen.getByText('Stripe redirect timed out')).toBeTruthy()
})

test('[BL-024] a refusal stands at the plan', async () => {
  server(answer(api.startCheckout, () => refuse(400, 'Subscription already exists')))
  await show()
  await userEvent.click(within(await card()).getByRole('button', { name: 'Subscribe' }))

  expect(await screen.findByText('Subscription already exists')).toBeTruthy()
})

test('[BL-016] [BL-017] [BL-018] [BL-019] what is subscribed to is cancelled after it was asked for', async () => {
  let subscription = paidSubscription
  const { callsOf } = server(
    answer(api.getSubscription, () => ({ subscription })),
    answer(api.cancelSubscription, () => {
      subscription = { ...paidSubscription, is_cancelled: true }
      return { subscription }
    }),
  )
  await show()
  const text =
    'You’re currently subscribed to Starter. Your next billing date is on December 24, 2026.'

  expect(await screen.findByText(text)).toBeTruthy()
  const subscribedButton = within(await card()).getByRole<HTMLButtonElement>('button', {
    name: 'Subscribed',
  })
  expect(subscribedButton.disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  expect(callsOf(api.cancelSubscription)).toEqual([])
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))

  expect(
    await screen.findByText(
      'Your subscription to Starter has been cancelled. You still have access until December 24, 2026.',
    ),
  ).toBeTruthy()
  expect(callsOf(api.cancelSubscription)[0]?.body).toEqual({ product_id: 'sub_1' })
  const free = within(await card()).getByRole<HTMLButtonElement>('button', { name: 'Subscribe' })
  expect(free.disabled).toBe(false)
})

test('a subscription that has ended says so, and may be taken again', async () => {
  const subscription = {
    ...paidSubscription,
    is_subscribed: false,
    is_cancelled: true,
    remaining_days: -3,
  }
  server(answer(api.getSubscription, () => ({ subscription })))
  await show()

  expect(await screen.findByText('Your subscription to Starter has ended.')).toBeTruthy()
  const free = within(await card()).getByRole<HTMLButtonElement>('button', { name: 'Subscribe' })
  expect(free.disabled).toBe(false)
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
})

test('an admin is told when the provider does not answer', async () => {
  const provider_problem = 'The request to the payment provider failed: 503'
  server(
    answer(api.getSubscription, () => ({
      subscription: { ...paidSubscription, provider_problem },
    })),
  )
  await show()

  expect(await screen.findByText(provider_problem)).toBeTruthy()
  expect(
    screen.getByText(
      /^The payment provider is unavailable. This is your last known subscription status/,
    ),
  ).toBeTruthy()
})

test.each([
  ['?session_id=cs_1', '/'],
  ['?project_id=p%2F1', '/verticals/playground/p%2F1'],
])(
  '[BL-065] [BL-066] [BL-067] [BL-068] [BL-069] after a payment %s leads to %s in ten seconds',
  async (query, address) => {
    const to = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
    fakeServer()
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await open(`/payment/success${query}`)
    await screen.findByRole('heading', { name: 'Payment Successful' })
    expect(
      screen.getByText('It may take 1 to 5 minutes for your subscription to be updated.'),
    ).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toBe('You will be redirected in 10 seconds.')
    expect(screen.getByRole('link', { name: 'Continue now' }).getAttribute('href')).toBe(address)
    expect(to).not.toHaveBeenCalled()
    for (let second = 0; second < 10; second++) {
      await act(() => vi.advanceTimersByTimeAsync(1000))
    }
    expect(to).toHaveBeenCalledExactlyOnceWith(address)
  },
)
