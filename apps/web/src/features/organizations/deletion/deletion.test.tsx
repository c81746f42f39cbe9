import {
  getAccountDeletion,
  getOrganizationDeletion,
  requestOrganizationDeletion,
  undoOrganizationDeletion,
} from '@recto/contract/organizations/deletion'
import { getSecondFactors } from '@recto/contract/organizations/second-factor'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DeleteOrganization } from './DeleteOrganization.tsx'

test('an organization is deleted with its name and the password, and the deletion is undone', async () => {
  let deletesAt: string | null = null
  const deletion = () => ({ deletes_at: deletesAt, days: 14 })
  const server = fakeServer(
    answer(getSecondFactors, () => ({
      authenticator: null,
      passkeys: [],
      recovery_codes_left: 0,
      has_password: true,
    })),
    answer(getOrganizationDeletion, deletion),
    answer(requestOrganizationDeletion, () => {
      deletesAt = '2026-05-18T08:00:00.000000Z'
      return deletion()
    }),
    answer(undoOrganizationDeletion, () => {
      deletesAt = null
      return undefined
    }),
  )
  await show(<DeleteOrganization />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Delete organization' }))
  const dialog = await screen.findByRole('dialog')
  const button = within(dialog).getByRole('button', { name: 'Delete organization' })
  expect(button).toHaveProperty('disabled', true)
  const field = within(dialog).getByLabelText(/^Enter “.+” to confirm$/)
  const [, name = ''] = /“(.+)”/.exec(dialog.textContent ?? '') ?? []
  await user.type(field, name)
  await user.type(within(dialog).getByLabelText('Current password'), 'the right one')
  await user.click(button)

  await user.click(await screen.findByRole('button', { name: 'Undo deletion' }))
  expect(server.callsOf(requestOrganizationDeletion)[0]?.body).toEqual({
    name,
    password: 'the right one',
  })
  expect(await screen.findByRole('button', { name: 'Delete organization' })).toBeTruthy()
})

test('the only admin of an organization sees why their account stays', async () => {
  fakeServer(
    answer(getAccountDeletion, () => ({ deletes_at: null, days: 14, only_admin_of: ['Acme'] })),
  )
  await show(<DeleteAccount />)

  expect(await screen.findByText(/You are the only admin of Acme/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete account' })).toHaveProperty('disabled', true)
})
