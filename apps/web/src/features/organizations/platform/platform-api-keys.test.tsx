import * as api from '@recto/contract/organizations/platform-api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, RefusedReply, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { PlatformApiKeysPage } from './PlatformApiKeysPage.tsx'

const id = '22222222-2222-4222-8222-222222222222'
const nightly: api.PlatformApiKey = {
  id,
  name: 'Nightly',
  description: 'Loads invoices',
  key: '****-ab12',
  is_active: true,
  permission: 'read' as const,
  created_by_email: 'ana@acme.test',
  created_at: '2026-11-20T10:00:00Z',
  modified_at: '2026-11-20T10:00:00Z',
}
const clear = { id, name: 'Nightly', key: '0a0a0a0a-1111-4111-8111-111111111111', is_active: true }
const keys = (storedKeys = [nightly]) => answer(api.listPlatformApiKeys, () => [...storedKeys])

test('keys that do not come are told', async () => {
  fakeServer(answer(api.listPlatformApiKeys, () => new RefusedReply(500, '')))
  await show(<PlatformApiKeysPage />)

  expect(await screen.findByText('Failed to get the keys')).toBeTruthy()
})

test('a name that is taken is said at its field', async () => {
  fakeServer(
    keys([]),
    answer(api.createPlatformApiKey, () =>
      refuse(400, 'There is a key of this name.', { attr: 'name', code: 'unique' }),
    ),
  )
  await show(<PlatformApiKeysPage />)
  const user = userEvent.setup()

  await user.click((await screen.findAllByRole('button', { name: 'New Key' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('Enter a name')).toBeTruthy()
  await user.type(screen.getByLabelText('Name'), 'Nightly')
  await user.type(screen.getByLabelText('Description'), 'Loads invoices')
  await user.click(screen.getByRole('button', { name: 'Create key' }))

  expect(await screen.findByText('There is a key of this name.')).toBeTruthy()
})

test('a key is made, shown once in clear, switched off, rotated and deleted', async () => {
  const server = fakeServer(
    keys(),
    answer(api.createPlatformApiKey, () => clear),
    answer(api.changePlatformApiKey, () => nightly),
    answer(api.rotatePlatformApiKey, () => clear),
    answer(api.deletePlatformApiKey, () => undefined),
  )
  await show(<PlatformApiKeysPage />)
  const user = userEvent.setup()
  const table = await screen.findByRole('table', { name: 'Platform API Keys' })
  expect(within(table).getByText('****-ab12')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'New Key' }))
  await user.type(await screen.findByLabelText('Name'), 'Other')
  await user.type(screen.getByLabelText('Description'), 'Reads')
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByLabelText('Key')).toHaveProperty('value', clear.key)
  expect(server.callsOf(api.createPlatformApiKey)[0]?.body).toEqual({
    name: 'Other',
    description: 'Reads',
    permission: 'read_write',
  })
  await user.click(screen.getByRole('button', { name: 'Done' }))

  await user.click(screen.getByRole('switch', { name: 'Nightly is active' }))
  await waitFor(() =>
    expect(server.callsOf(api.changePlatformApiKey)[0]?.body).toEqual({ is_active: false }),
  )
  await user.click(screen.getByRole('button', { name: 'Rotate Nightly' }))
  expect(server.callsOf(api.rotatePlatformApiKey)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Rotate' }))
  expect(await screen.findByLabelText('Key')).toHaveProperty('value', clear.key)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Delete Nightly' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.callsOf(api.deletePlatformApiKey)).toHaveLength(1))
})
