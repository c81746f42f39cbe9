import { getAccountDeletion } from '@recto/contract/organizations/deletion'
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '@recto/contract/organizations/own-account'
import { getSecondFactors } from '@recto/contract/organizations/second-factor'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { OwnAccountPage } from './OwnAccountPage.tsx'

const session = {
  id: '0b7f7f1e-6a52-4c6e-9f0e-0d5f6f3a1c11',
  created_at: '2026-05-04T08:00:00.000000Z',
  seen_at: '2026-05-04T09:00:00.000000Z',
  address: '198.51.100.7',
  browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  is_current: true,
}
const otherSession = {
  ...session,
  id: '0b7f7f1e-6a52-4c6e-9f0e-0d5f6f3a1c12',
  address: '203.0.113.9',
  browser: 'Mozilla/5.0 AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
  is_current: false,
}

const noFactors = {
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 0,
  has_password: true,
}
const sessions = () => [
  answer(listOwnSessions, () => [session, otherSession]),
  answer(getSecondFactors, () => noFactors),
  answer(getAccountDeletion, () => ({ deletes_at: null, days: 14, only_admin_of: [] })),
]

async function fill(current: string, next: string, confirmation = next) {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Current password'), current)
  await user.type(screen.getByLabelText('New password'), next)
  await user.type(screen.getByLabelText('Confirm new password'), confirmation)
  return user
}

const button = () => screen.getByRole('button', { name: 'Change password' })

test('a new password that is typed in two ways is not sent', async () => {
  fakeServer(sessions())
  await show(<OwnAccountPage />)

  await fill('the old one', 'a much better horse', 'a much better hose')

  expect(screen.getByText('The passwords do not match.')).toBeTruthy()
  expect(button()).toHaveProperty('disabled', true)
})

test('a refusal stands at its field', async () => {
  const detail = 'This is not your current password.'
  fakeServer(
    sessions(),
    answer(changeOwnPassword, () => refuse(400, detail, { attr: 'current_password' })),
  )
  await show(<OwnAccountPage />)

  const user = await fill('a wrong one', 'a much better horse')
  await user.click(button())

  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
})

test('too many wrong ones are told as what they are', async () => {
  fakeServer(
    sessions(),
    answer(changeOwnPassword, () => refuse(429, 'Try again in 8 seconds.')),
  )
  await show(<OwnAccountPage />)

  const user = await fill('a wrong one', 'a much better horse')
  await user.click(button())

  expect((await screen.findByRole('alert')).textContent).toContain('Try again in 8 seconds.')
})

test('a password is changed, and nothing of it stays on the page', async () => {
  const server = fakeServer(
    sessions(),
    answer(changeOwnPassword, () => undefined),
  )
  await show(<OwnAccountPage />)

  const user = await fill('the old one', 'a much better horse')
  await user.click(button())

  await screen.findByText(/Password changed/)
  expect(server.callsOf(changeOwnPassword)[0]?.body).toEqual({
    current_password: 'the old one',
    new_password: 'a much better horse',
  })
  expect(screen.getByLabelText('New password')).toHaveProperty('value', '')
})

test('sessions are shown and ended, but for this one', async () => {
  const server = fakeServer(
    sessions(),
    answer(endOwnSession, () => undefined),
    answer(endOtherSessions, () => undefined),
  )
  await show(<OwnAccountPage />)
  const table = await screen.findByRole('table', { name: 'Your sessions' })
  const user = userEvent.setup()

  expect(within(table).getByText('Firefox')).toBeTruthy()
  expect(within(table).getByText('This session')).toBeTruthy()
  expect(within(table).queryByRole('button', { name: 'End session in Firefox' })).toBeNull()
  await user.click(within(table).getByRole('button', { name: 'End session in Edge' }))
  await waitFor(() => expect(server.callsOf(endOwnSession)).toHaveLength(1))
  expect(server.callsOf(endOwnSession)[0]?.params).toEqual({ id: otherSession.id })
  await user.click(screen.getByRole('button', { name: 'End all other sessions' }))
  await waitFor(() => expect(server.callsOf(endOtherSessions)).toHaveLength(1))
})
