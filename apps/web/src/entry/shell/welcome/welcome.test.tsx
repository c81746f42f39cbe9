import {
  beginOnboarding,
  getOnboardingStatus,
  getSession,
  getUserProfile,
  updateUserProfile,
} from '@recto/contract/organizations/session'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { ana, startUpAnswers } from '../../../testing/people.ts'
import { open } from '../../../testing/show.tsx'

type CompletedTours = { readonly login: boolean; readonly studio: boolean }

const profileOf = ({ login, studio }: CompletedTours) =>
  answer(getUserProfile, () => ({
    user: {
      ...ana,
      login_onboarding_message_displayed: login,
      prompt_onboarding_message_displayed: studio,
    },
  }))
const saveAnswer = answer(
  updateUserProfile,
  () => ({ status: 'success', message: 'success' }) as const,
)
const greet = (tours: CompletedTours, flags: Record<string, boolean> = {}) =>
  fakeServer(startUpAnswers({ flags }), profileOf(tours), saveAnswer, onboardingAnswer(true))
const onboardingAnswer = (is_subscribed: boolean) =>
  answer(getOnboardingStatus, () => ({ is_subscribed }))

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const titleIn = (dialogQueries: Awaited<ReturnType<typeof dialog>>) =>
  dialogQueries.getAllByRole('heading', { level: 3 })[0]?.textContent
const startTour = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Take the tour' }))
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** The titles of all slides, on the way to the last. */
async function walk(name: string) {
  const dialogQueries = await dialog(name)
  const titles = [titleIn(dialogQueries)]
  while (dialogQueries.queryByRole('button', { name: 'Next' })) {
    await press('Next')
    titles.push(titleIn(dialogQueries))
  }
  return titles
}

test('no tour is offered to somebody who has finished both', async () => {
  greet({ login: true, studio: true })
  await open('/acme/tools')
  await screen.findByRole('heading', { name: 'Prompt Studio' })
  expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
})

test('[ON-022, ON-023, ON-025, ON-026, ON-027, ON-033, ON-034, ON-035, ON-039] a new user is offered five slides, and finishing them is stored', async () => {
  const { callsOf } = greet({ login: false, studio: false })
  await open('/acme/profile')
  await startTour()
  const dialogQueries = await dialog('Welcome')
  expect(dialogQueries.queryByRole('button', { name: 'Previous' })).toBeNull()
  expect(dialogQueries.queryByRole('button', { name: 'Finish' })).toBeNull()

  expect(await walk('Welcome')).toEqual([
    'Welcome to Recto',
    'Ready to use',
    'A workspace for prompts',
    'Write your prompts once, then deploy them',
    'Where to find help',
  ])
  expect(dialogQueries.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe(
    '/docs',
  )
  expect(dialogQueries.getByRole('link', { name: 'Guide' }).getAttribute('href')).toBe('/guide')
  expect(dialogQueries.getByRole('link', { name: 'LLMs' })).toBeTruthy()
  await press('Previous')
  expect(titleIn(dialogQueries)).toBe('Write your prompts once, then deploy them')
  await press('Next')
  expect(callsOf(updateUserProfile)).toEqual([])
  await press('Finish')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(updateUserProfile).map(({ body }) => body)).toEqual([
    { is_login_onboarding_msg: true, is_prompt_studio_onboarding_msg: false },
  ])
})

test('[ON-024] where there is a trial its credits are announced', async () => {
  greet({ login: false, studio: false }, { subscription: true })
  await open('/acme/profile')
  await startTour()
  const dialogQueries = await dialog('Welcome')
  await press('Next')
  expect(titleIn(dialogQueries)).toBe('$10 free credits')
  expect(dialogQueries.getByText(/14-day trial/)).toBeTruthy()
})

test('[ON-028, ON-029, ON-030, ON-031, ON-032, ON-036, ON-039] on the first visit to Prompt Studio, four slides are offered, and finishing them is stored', async () => {
  const { callsOf } = greet({ login: true, studio: false })
  const { router } = await open('/acme/profile')
  await screen.findByRole('navigation', { name: 'Main' })
  expect(screen.queryByRole('dialog')).toBeNull()

  await act(() => router.navigate({ to: '/acme/tools' as never }))
  await startTour()
  expect(await walk('Prompt Studio')).toEqual([
    'Welcome to Prompt Studio',
    'Prompt coverage',
    'LLM profiles per prompt',
    'Cut costs by up to 6x',
  ])
  await press('Finish')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(updateUserProfile).map(({ body }) => body)).toEqual([
    { is_login_onboarding_msg: true, is_prompt_studio_onboarding_msg: true },
  ])
})

test('a tour that is never taken does not stand before the page, and closing the offer is stored', async () => {
  const { callsOf } = greet({ login: false, studio: false })
  await open('/acme/profile')
  await screen.findByRole('button', { name: 'Take the tour' })
  expect(screen.queryByRole('dialog')).toBeNull()

  await press('Do not offer the tour again')

  await waitFor(() => expect(callsOf(updateUserProfile)).toHaveLength(1))
  expect(callsOf(updateUserProfile)[0]?.body).toEqual({
    is_login_onboarding_msg: true,
    is_prompt_studio_onboarding_msg: false,
  })
  expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
})

test('a tour that is closed halfway is not offered again', async () => {
  const { callsOf } = greet({ login: false, studio: false })
  await open('/acme/profile')
  await startTour()
  await dialog('Welcome')
  await press('Close')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(updateUserProfile)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
})

test('the tour can be taken again from the command palette', async () => {
  greet({ login: true, studio: true })
  await open('/acme/profile')
  await userEvent.click(await screen.findByRole('button', { name: /Go to/ }))
  await userEvent.click(await screen.findByText('Take the tour'))

  await dialog('Welcome')
})

test('[ON-021] a beginning that fails says so, and can be tried again', async () => {
  fakeServer(
    startUpAnswers({ flags: { subscription: true } }),
    onboardingAnswer(false),
    answer(beginOnboarding, () => refuse(500, 'Broken')),
  )
  await open('/acme/tools')
  await screen.findByRole('heading', { name: 'Document extraction' })
  await press('Get Started')
  expect(await screen.findByText('Onboarding failed.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Get Started' })).toBeTruthy()
})

test('[ON-015, ON-016, ON-017] where there are subscriptions a card stands before the pages until one begins', async () => {
  let isBegun = false
  const { callsOf } = fakeServer(
    startUpAnswers({ flags: { subscription: true } }),
    answer(getOnboardingStatus, () => ({ is_subscribed: isBegun })),
    answer(beginOnboarding, () => {
      isBegun = true
      return { is_subscribed: true }
    }),
  )
  await open('/acme/tools')
  expect(await screen.findByRole('heading', { name: 'Document extraction' })).toBeTruthy()
  expect(screen.getByText(/Turn documents into structured data/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Prompt Studio' })).toBeNull()

  await press('Get Started')

  expect(await screen.findByRole('heading', { name: 'Prompt Studio' })).toBeTruthy()
  expect(callsOf(beginOnboarding)).toHaveLength(1)
  cleanup()
  await open('/acme/tools')
  expect(await screen.findByRole('heading', { name: 'Prompt Studio' })).toBeTruthy()
})

test('[ON-027] a reviewer is led to nothing that reviewers may not open', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    profileOf({ login: false, studio: false }),
    saveAnswer,
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: ana.email,
      organization_id: 'acme',
      role: 'recto_reviewer',
      provider: '',
    })),
  )
  await open('/acme/profile')
  await startTour()
  await walk('Welcome')

  const links = within(screen.getByRole('dialog', { name: 'Welcome' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/guide', '/docs'])
})
