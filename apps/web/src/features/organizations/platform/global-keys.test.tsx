import * as api from '@recto/contract/deployments/global-deployment-keys'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, RefusedReply, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { GlobalKeysPage } from './GlobalKeysPage.tsx'

const id = '33333333-3333-4333-8333-333333333333'
const deployment = (digit: string, display_name: string): api.OpenedDeployment => ({
  id: `${digit.repeat(8)}-4444-4444-8444-444444444444`,
  display_name,
  api_name: display_name.toLowerCase(),
  is_active: true,
})
const invoices = deployment('4', 'Invoices')
const receipts = { ...deployment('5', 'Receipts'), is_active: false }
const partner: api.GlobalDeploymentKey = {
  id,
  name: 'Partner',
  description: 'Their portal',
  key: '****-cd34',
  is_active: true,
  created_by_email: 'ana@acme.test',
  created_at: '2026-11-20T10:00:00Z',
  modified_at: '2026-11-20T10:00:00Z',
  allow_all_deployments: false,
  api_deployments: [invoices],
}
const clear = { id, name: 'Partner', key: '0b0b0b0b-1111-4111-8111-111111111111', is_active: true }
const keys = (storedKeys = [partner]) => answer(api.listGlobalDeploymentKeys, () => [...storedKeys])
const openable = answer(api.listOpenableDeployments, () => [invoices, receipts])

test('keys that do not come are told, and so are deployments that do not', async () => {
  let isAway = true
  fakeServer(
    answer(api.listGlobalDeploymentKeys, () => (isAway ? new RefusedReply(500, '') : [])),
    answer(api.listOpenableDeployments, () => new RefusedReply(500, '')),
  )
  await show(<GlobalKeysPage />)
  expect(await screen.findByText('Failed to get the keys')).toBeTruthy()

  isAway = false
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No keys yet')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'New Key' })[0] as HTMLElement)
  expect(await screen.findByText('Failed to load the deployments')).toBeTruthy()
})

test('a key that opens nothing is not made, and what the server refuses stands at its field', async () => {
  const detail = 'There is no API deployment of this name.'
  const server = fakeServer(
    keys([]),
    openable,
    answer(api.createGlobalDeploymentKey, () =>
      refuse(400, detail, { attr: 'api_deployments', code: 'invalid' }),
    ),
  )
  await show(<GlobalKeysPage />)
  const user = userEvent.setup()
  await user.click((await screen.findAllByRole('button', { name: 'New Key' }))[0] as HTMLElement)
  await user.type(await screen.findByLabelText('Name'), 'Partner')
  await user.type(screen.getByLabelText('Description'), 'Their portal')
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('Select at least one deployment')).toBeTruthy()
  expect(server.callsOf(api.createGlobalDeploymentKey)).toEqual([])

  await user.click(screen.getByLabelText('Deployments'))
  await user.click(await screen.findByText('Receipts (receipts, inactive)'))
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(server.callsOf(api.createGlobalDeploymentKey)[0]?.body).toEqual({
    name: 'Partner',
    description: 'Their portal',
    allow_all_deployments: false,
    api_deployments: [receipts.id],
  })
})

test('a key for all deployments is made, shown once in clear, and made for one alone', async () => {
  const all = { ...partner, allow_all_deployments: true, api_deployments: [] }
  const server = fakeServer(
    keys([all]),
    openable,
    answer(api.createGlobalDeploymentKey, () => clear),
    answer(api.changeGlobalDeploymentKey, () => partner),
  )
  await show(<GlobalKeysPage />)
  const user = userEvent.setup()
  const table = await screen.findByRole('table', { name: 'Global Deployment Keys' })
  expect(within(table).getByText('All deployments')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'New Key' }))
  await user.type(await screen.findByLabelText('Name'), 'Other')
  await user.type(screen.getByLabelText('Description'), 'Reads')
  await user.click(screen.getByLabelText(/^All deployments/))
  expect(screen.queryByLabelText('Deployments')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByLabelText('Key')).toHaveProperty('value', clear.key)
  expect(server.callsOf(api.createGlobalDeploymentKey)[0]?.body).toEqual({
    name: 'Other',
    description: 'Reads',
    allow_all_deployments: true,
    api_deployments: [],
  })
  await user.click(screen.getByRole('button', { name: 'Done' }))

  await user.click(screen.getByRole('button', { name: 'Edit Partner' }))
  await user.click(await screen.findByLabelText('Selected deployments'))
  await user.click(screen.getByLabelText('Deployments'))
  await user.click(await screen.findByText('Invoices (invoices)'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.callsOf(api.changeGlobalDeploymentKey)[0]?.body).toEqual({
      description: 'Their portal',
      allow_all_deployments: false,
      api_deployments: [invoices.id],
    }),
  )
})

test('a key is switched off, rotated and deleted, and what it opens stays', async () => {
  const server = fakeServer(
    keys(),
    answer(api.changeGlobalDeploymentKey, () => partner),
    answer(api.rotateGlobalDeploymentKey, () => clear),
    answer(api.deleteGlobalDeploymentKey, () => undefined),
  )
  await show(<GlobalKeysPage />)
  const user = userEvent.setup()
  expect(await screen.findByText('Invoices')).toBeTruthy()

  await user.click(screen.getByRole('switch', { name: 'Partner is active' }))
  await waitFor(() =>
    expect(server.callsOf(api.changeGlobalDeploymentKey)[0]?.body).toEqual({ is_active: false }),
  )
  await user.click(screen.getByRole('button', { name: 'Rotate Partner' }))
  expect(server.callsOf(api.rotateGlobalDeploymentKey)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Rotate' }))
  expect(await screen.findByLabelText('Key')).toHaveProperty('value', clear.key)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Delete Partner' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.callsOf(api.deleteGlobalDeploymentKey)).toHaveLength(1))
})
