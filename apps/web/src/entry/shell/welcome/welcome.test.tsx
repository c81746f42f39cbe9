import {
  beginOnboarding,
  getOnboardingStatus,
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

test('nobody is greeted who has been greeted', async () => {
  greet({ login: true, studio: true })
  await open('/acme/tools')
  await screen.findByRole('heading', { name: 'Prompt Studio' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[ON-022, ON-023, ON-025, ON-026, ON-027, ON-033, ON-034, ON-035, ON-039] the first login is greeted by five slides, and finishing them is kept', async () => {
  const { callsOf } = greet({ login: false, studio: false })
  await open('/acme/profile')
  const dialogQueries = await dialog('Welcome')
  expect(dialogQueries.queryByRole('button', { name: 'Previous' })).toBeNull()
  expect(dialogQueries.queryByRole('button', { name: 'Finish' })).toBeNull()

  expect(await walk('Welcome')).toEqual([
    'Welcome to Recto',
    'Ready to use',
    'A workspace for prompts',
    'Write your prompts once, then deploy them',
    'Next steps',
  ])
  expect(dialogQueries.getByRole('link', { name: 'Set up' }).getAttribute('href')).toBe(
    '/acme/onboard',
  )
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
  const dialogQueries = await dialog('Welcome')
  await press('Next')
  expect(titleIn(dialogQueries)).toBe('$10 free credits')
  expect(dialogQueries.getByText(/14-day trial/)).toBeTruthy()
})

test('[ON-028, ON-029, ON-030, ON-031, ON-032, ON-036, ON-039] the first visit to Prompt Studio is greeted by four slides, and finishing them is kept', async () => {
  const { callsOf } = greet({ login: true, studio: false })
  const { router } = await open('/acme/profile')
  await screen.findByRole('navigation', { name: 'Main' })
  expect(screen.queryByRole('dialog')).toBeNull()

  await act(() => router.navigate({ to: '/acme/tools' as never }))
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

test('a greeting that is closed keeps nothing, and comes again another time', async () => {
  const { callsOf } = greet({ login: false, studio: false })
  await open('/acme/profile')
  await dialog('Welcome')
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(updateUserProfile)).toEqual([])
  cleanup()

  await open('/acme/profile')
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
