import * as api from '@recto/contract/billing/billing'
import { getRole } from '@recto/contract/organizations/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'
import { PricingPage } from './PricingPage.tsx'
import { subscriptionDetails } from './testing/subscription-details.ts'

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
const { onTrial, paidSubscription } = subscriptionDetails

const sellerLinks = { is_selling: true, demo_url: null, contact_url: null }

const admin = answer(getRole, () => ({ is_admin: true }))

const server = (...extraAnswers: Answer[]) =>
  fakeServer(
    startUpAnswers({ organizationId: 'acme', flags: { billing: true } }),
    admin,
    answer(api.listPlans, () => plans),
    answer(api.getSubscription, () => ({ subscription: onTrial })),
    answer(api.getSellerLinks, () => sellerLinks),
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
  expect(screen.getByRole('heading', { name: 'Pricing', level: 1 })).toBeTruthy()
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

test('[BL-021] a checkout that answers after 30 seconds no longer takes the browser away', async () => {
  const to = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  const stop = vi.spyOn(pageNavigation, 'stop').mockImplementation(() => {})
  const late = Promise.withResolvers<{ session_id: string; checkout_url: string }>()
  server(answer(api.startCheckout, () => late.promise))
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await show()
  const hand = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await hand.click(within(await card()).getByRole('button', { name: 'Subscribe' }))
  await act(() => vi.advanceTimersByTimeAsync(30_500))
  late.resolve({ session_id: 'cs_1', checkout_url: 'https://checkout.stripe.com/c/pay/cs_1' })
  await act(() => vi.advanceTimersByTimeAsync(1000))

  expect(screen.getByText('Stripe redirect timed out')).toBeTruthy()
  expect(stop).toHaveBeenCalled()
  expect(to).not.toHaveBeenCalled()
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

test.each([
  ['unpaid', 'Your subscription to Starter has not been paid.'],
  ['paused', 'Your subscription to Starter is paused.'],
  ['incomplete', 'The first payment of your subscription to Starter is missing.'],
])('a subscription that is %s is not said to have ended', async (status, text) => {
  const subscription = { ...paidSubscription, is_subscribed: false, may_run: false, status }
  server(answer(api.getSubscription, () => ({ subscription })))
  await show()

  expect(await screen.findByText(text)).toBeTruthy()
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
  ['', '/'],
  ['?session_id=cs_1', '/'],
  ['?project_id=p%2F1', '/verticals/playground/p%2F1'],
])(
  '[BL-065] [BL-066] [BL-067] [BL-068] [BL-069] after a payment %s leads to %s in ten seconds',
  async (query, address) => {
    const to = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
    fakeServer(answer(api.getSellerLinks, () => sellerLinks))
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

test('[BL-066] an installation that sells nothing has no page for payments', async () => {
  fakeServer(answer(api.getSellerLinks, () => ({ ...sellerLinks, is_selling: false })))
  await open('/payment/success')

  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.queryByText('Payment Successful')).toBeNull()
})

test('another plan is changed to after the price was explained', async () => {
  let subscription = paidSubscription
  const { callsOf } = server(
    answer(api.listPlans, () => [
      ...plans,
      {
        id: 'recto-cloud-growth-annual',
        metadata: { name: 'Growth', pages_processed_limit: 120_000, overage: 0.08, price: 5990 },
      },
    ]),
    answer(api.getSubscription, () => ({ subscription })),
    answer(api.changePlan, () => {
      subscription = {
        ...paidSubscription,
        product: { id: 'recto-cloud-growth-annual', name: 'Growth' },
      }
      return { subscription }
    }),
  )
  await show()
  expect(await screen.findByText('Billed annually, $1,000 per year')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Change to Growth' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('$5,990 per year')
  expect(callsOf(api.changePlan)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change plan' }))

  expect(await screen.findByText('Billed annually, $5,990 per year')).toBeTruthy()
  expect(callsOf(api.changePlan)[0]?.body).toEqual({
    subscription_id: 'sub_1',
    id: 'recto-cloud-growth-annual',
  })
})

test.each(['unpaid', 'incomplete'])(
  'a subscription that is %s leads to where it is paid',
  async (status) => {
    const to = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
    const subscription = { ...paidSubscription, is_subscribed: false, may_run: false, status }
    server(
      answer(api.getSubscription, () => ({ subscription })),
      answer(api.openPortal, () => ({ url: 'https://billing.stripe.com/p/1' })),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }))

    await waitFor(() => expect(to).toHaveBeenCalledWith('https://billing.stripe.com/p/1'))
  },
)

test('a cancelled subscription is resumed', async () => {
  let subscription = { ...paidSubscription, is_cancelled: true }
  server(
    answer(api.getSubscription, () => ({ subscription })),
    answer(api.resumeSubscription, () => {
      subscription = paidSubscription
      return { subscription }
    }),
  )
  await show()
  await screen.findByRole('button', { name: 'Resume' })
  expect(screen.queryByText(/^Billed annually/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))

  expect(await screen.findByText(/^Billed annually/)).toBeTruthy()
  expect(await screen.findByText(/^You’re currently subscribed to Starter/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
})

test('an overdue subscription leads to where it is paid, and says until when everything runs', async () => {
  const to = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  const pay_before = '2026-12-20T00:00:00.000000Z'
  const subscription = { ...paidSubscription, status: 'past_due', is_overdue: true, pay_before }
  server(
    answer(api.getSubscription, () => ({ subscription })),
    answer(api.openPortal, () => ({ url: 'https://billing.stripe.com/p/1' })),
  )
  await show()

  expect(await screen.findByText('Everything runs until December 20, 2026.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Pay now' }))
  await waitFor(() => expect(to).toHaveBeenCalledWith('https://billing.stripe.com/p/1'))
})

test('a second subscription is shown, and ends with a refund after it was asked for', async () => {
  const secondSubscription = {
    subscription_id: 'sub_2',
    product: { id: 'recto-cloud-growth', name: 'Growth' },
    is_cancelled: false,
    is_ending: false,
    next_billing_date: paidSubscription.next_billing_date,
  }
  let subscription = { ...paidSubscription, other_subscriptions: [secondSubscription] }
  const { callsOf } = server(
    answer(api.getSubscription, () => ({ subscription })),
    answer(api.endSecondSubscription, () => {
      subscription = {
        ...subscription,
        other_subscriptions: [{ ...secondSubscription, is_ending: true }],
      }
      return { subscription }
    }),
  )
  await show()
  expect(await screen.findByText('You also pay for a second subscription to Growth.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End and refund' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'End and refund' }))

  expect(
    await screen.findByText('Your second subscription to Growth is about to end with a refund.'),
  ).toBeTruthy()
  expect(callsOf(api.endSecondSubscription)[0]?.body).toEqual({ subscription_id: 'sub_2' })
})
