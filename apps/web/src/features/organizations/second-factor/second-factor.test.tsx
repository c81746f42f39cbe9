import { listOwnSessions } from '@recto/contract/organizations/own-account'
import {
  confirmAuthenticator,
  getSecondFactors,
  removeAuthenticator,
  type SecondFactors,
  startAuthenticator,
} from '@recto/contract/organizations/second-factor'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'

const noFactors: SecondFactors = {
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 0,
  has_password: true,
}
const addedApp: SecondFactors = {
  ...noFactors,
  authenticator: { created_at: '2026-05-04T08:00:00.000000Z' },
  recovery_codes_left: 10,
}
const codes = ['AAAAAA-BBBBBB-CCCCCC-DDDDDD', 'EEEEEE-FFFFFF-GGGGGG-HHHHHH']

test('an app is added with the password and a first code, and the recovery codes are shown once', async () => {
  let factors = noFactors
  const server = fakeServer(
    answer(listOwnSessions, () => []),
    answer(getSecondFactors, () => factors),
    answer(startAuthenticator, () => ({
      secret: 'JBSWY3DPEHPK3PXP',
      address: 'otpauth://totp/Recto:uma?secret=JBSWY3DPEHPK3PXP',
    })),
    answer(confirmAuthenticator, ({ body }) => {
      if (body.code !== '123456') return refuse(400, 'This code is wrong.', { attr: 'code' })
      factors = addedApp
      return { recovery_codes: codes }
    }),
  )
  await show(<SecondFactorSection />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add authenticator app' }))
  await user.type(await screen.findByLabelText('Current password'), 'the right one')
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(server.callsOf(startAuthenticator)[0]?.body).toEqual({ password: 'the right one' })
  const field = screen.getByLabelText('Code that the app shows')
  await user.type(field, '000000')
  await user.click(screen.getByRole('button', { name: 'Add app' }))
  expect(await screen.findByText('This code is wrong.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '123456')
  await user.click(screen.getByRole('button', { name: 'Add app' }))

  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'I have saved the codes' }))
  expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy()
  expect(screen.queryByText(codes[0] ?? '')).toBeNull()
})

test('removing the app asks for the password, and says at the field that it is wrong', async () => {
  const server = fakeServer(
    answer(listOwnSessions, () => []),
    answer(getSecondFactors, () => addedApp),
    answer(removeAuthenticator, ({ body }) =>
      body.password === 'the right one'
        ? undefined
        : refuse(400, 'This is not your current password.', { attr: 'password' }),
    ),
  )
  await show(<SecondFactorSection />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Remove authenticator app' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Current password')
  await user.type(field, 'a wrong one')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await within(dialog).findByText('This is not your current password.')).toBeTruthy()

  await user.clear(field)
  await user.type(field, 'the right one')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))

  await waitFor(() => expect(server.callsOf(removeAuthenticator)).toHaveLength(2))
  expect(await screen.findByText('Authenticator app removed')).toBeTruthy()
})
