import * as api from '@recto/contract/organizations/platform-keys'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, RefusedReply } from '../../../testing/fake-server.ts'
import { benAtAcme, startUpAnswers } from '../../../testing/people.ts'
import { open, show } from '../../../testing/show.tsx'
import { PlatformSettingsPage } from './PlatformSettingsPage.tsx'
import { SettingsHubPage } from './SettingsHubPage.tsx'

const first = {
  id: '11111111-1111-4111-8111-111111111111',
  key_name: 'Key #1',
  key: '0a0a0a0a-1111-4111-8111-111111111111',
  is_active: true,
}
const keys = (storedKeys: api.PlatformKey[] = [first]) =>
  answer(api.listPlatformKeys, () => [...storedKeys])
const serverError = () => new RefusedReply(500, '')
const slot = (name: string) => screen.findByRole('region', { name })

test('[US-050] keys that do not come are told', async () => {
  fakeServer(answer(api.listPlatformKeys, serverError))
  await show(<PlatformSettingsPage />)

  expect(await screen.findByText('Failed to get the keys')).toBeTruthy()
})

test('[US-043, US-051] a switch that is refused goes back', async () => {
  fakeServer(keys(), answer(api.switchPlatformKey, serverError))
  await show(<PlatformSettingsPage />)
  const toggle = within(await slot('Key #1')).getByRole('switch')

  await userEvent.setup().click(toggle)

  expect(await screen.findByText('Failed to set active key')).toBeTruthy()
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
})

test('[US-052] a key that could not be made is told', async () => {
  fakeServer(keys(), answer(api.createPlatformKey, serverError))
  await show(<PlatformSettingsPage />)

  const empty = within(await slot('Key #2'))
  await userEvent.setup().click(empty.getByRole('button', { name: 'Generate' }))

  expect(await screen.findByText('Failed to generate the key')).toBeTruthy()
})

test('[US-036, US-037, US-039, US-040, US-042] two slots: the full one can be refreshed and deleted, the empty one filled', async () => {
  const server = fakeServer(
    keys(),
    answer(api.createPlatformKey, () => ({ ...first, key_name: 'Key #2' })),
  )
  await show(<PlatformSettingsPage />)
  const full = within(await slot('Key #1'))
  const empty = within(await slot('Key #2'))

  expect(screen.getAllByRole('region')).toHaveLength(2)
  expect(full.getAllByRole('button').map((one) => one.textContent)).toEqual([
    '',
    'Refresh',
    'Delete',
  ])
  expect(full.queryByRole('button', { name: 'Generate' })).toBeNull()
  expect(empty.getByRole('switch')).toHaveProperty('disabled', true)
  await userEvent.setup().click(empty.getByRole('button', { name: 'Generate' }))
  await waitFor(() => expect(server.callsOf(api.createPlatformKey)).toHaveLength(1))
  expect(server.callsOf(api.createPlatformKey)[0]?.body).toEqual({
    key_name: 'Key #2',
    is_active: false,
  })
})

test('[US-053, US-054] a key is copied, and what breaks its users asks first', async () => {
  const server = fakeServer(
    keys(),
    answer(api.refreshPlatformKey, () => first),
    answer(api.deletePlatformKey, () => undefined),
  )
  await show(<PlatformSettingsPage />)
  const user = userEvent.setup()
  const full = within(await slot('Key #1'))

  await user.click(full.getByRole('button', { name: 'Copy Key #1' }))
  expect(await screen.findByText('Key copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(first.key)
  await user.click(full.getByRole('button', { name: 'Refresh' }))
  const refresh = await screen.findByRole('dialog', { name: 'Refresh Key #1?' })
  expect(server.callsOf(api.refreshPlatformKey)).toEqual([])
  await user.click(within(refresh).getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(server.callsOf(api.refreshPlatformKey)).toHaveLength(1))
  await user.click(full.getByRole('button', { name: 'Delete' }))
  const removal = await screen.findByRole('dialog', { name: 'Delete Key #1?' })
  expect(server.callsOf(api.deletePlatformKey)).toEqual([])
  await user.click(within(removal).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.callsOf(api.deletePlatformKey)).toHaveLength(1))
})

const hub = { at: '/acme/settings', route: '/acme/settings' }

test('[US-001, US-002, US-003, US-004] the hub leads to keys, people and defaults', async () => {
  await show(<SettingsHubPage />, hub)
  const leadsTo = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

  expect(leadsTo(/^Platform Settings/)).toBe('/acme/settings/platform')
  expect(leadsTo(/^User Management/)).toBe('/acme/users')
  expect(leadsTo(/^Default Triad/)).toBe('/acme/settings/triad')
  expect(leadsTo(/^Audit Log/)).toBe('/acme/settings/audit')
})

test('who is no admin finds no door that is closed to them', async () => {
  await show(<SettingsHubPage />, { ...hub, signedIn: benAtAcme })

  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.queryByRole('link', { name: /Audit|Platform|User|Loop/ })).toBeNull()
})

const ReviewSettings = () => <h1>Review</h1>

test('[US-006] where values are reviewed, the hub leads to the settings of that', async () => {
  fakeServer(startUpAnswers())
  await open('/acme/settings', { pages: [{ path: '/settings/review', component: ReviewSettings }] })

  const link = await screen.findByRole('link', { name: /^Human In The Loop Settings/ })
  expect(link.getAttribute('href')).toBe('/acme/settings/review')
})
