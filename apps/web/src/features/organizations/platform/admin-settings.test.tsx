import { getOrganizationDeletion } from '@recto/contract/organizations/deletion'
import { onboardUser } from '@recto/contract/organizations/onboarding'
import {
  changeOrganizationSettings,
  getOrganizationSettings,
} from '@recto/contract/organizations/organization-settings'
import {
  getSession,
  type SessionReply,
  setOrganization,
} from '@recto/contract/organizations/session'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, RefusedReply, refuse } from '../../../testing/fake-server.ts'
import { anaAtAcme, startUpAnswers } from '../../../testing/people.ts'
import { open, show } from '../../../testing/show.tsx'
import { AdminSettingsPage } from './AdminSettingsPage.tsx'
import { OrganizationSettingsPage } from './OrganizationSettingsPage.tsx'
import { SettingsHubPage } from './SettingsHubPage.tsx'

const paula = { ...anaAtAcme, isPlatformAdmin: true }
const platformAdmin = (organization: string): SessionReply => ({
  id: 7,
  user_id: 'ana',
  email: 'ana@acme.test',
  organization_id: organization,
  role: 'admin',
  provider: '',
  is_platform_admin: true,
})

test('[US-005, US-066] who is no platform administrator finds neither door nor page', async () => {
  await show(<SettingsHubPage />, { at: '/acme/settings', route: '/acme/settings' })
  expect(screen.queryByRole('link', { name: /^Admin settings/ })).toBeNull()

  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  const { path } = await open('/acme/settings/admin')
  expect(await screen.findByText(/^Sorry, you dont have access/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Onboard' })).toBeNull()
  expect(path()).toBe('/acme/settings/admin')
})

test('[US-059, US-060] what is missing is said at its field, and nothing is sent', async () => {
  const server = fakeServer()
  await show(<AdminSettingsPage />, { signedIn: paula })

  await userEvent.setup().click(screen.getByRole('button', { name: 'Onboard' }))

  expect(await screen.findByText('Please organization name')).toBeTruthy()
  expect(screen.getByText("Please enter the invtees's email")).toBeTruthy()
  expect(server.callsOf(onboardUser)).toEqual([])
})

test('a refusal of the server stands at its field', async () => {
  fakeServer(
    answer(onboardUser, () =>
      refuse(400, 'This is not a valid email address.', { attr: 'invitee_email', code: 'invalid' }),
    ),
  )
  await show(<AdminSettingsPage />, { signedIn: paula })
  const user = userEvent.setup()

  await user.type(screen.getByLabelText('Organization name'), 'Globex')
  await user.type(screen.getByLabelText('Invitee'), 'nobody')
  await user.click(screen.getByRole('button', { name: 'Onboard' }))

  expect(await screen.findByText('This is not a valid email address.')).toBeTruthy()
})

test('[US-055, US-056, US-057, US-058, US-061, US-062, US-063] a platform administrator onboards an organization', async () => {
  const server = fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getSession, () => platformAdmin('acme')),
    answer(onboardUser, () => ({ message: 'success' as const, organization_id: 'globex' })),
  )
  const { router, path } = await open('/acme/settings')
  const user = userEvent.setup()

  const door = await screen.findByRole('link', { name: /^Admin settings/ })
  expect(door.getAttribute('href')).toBe('/acme/settings/admin')
  await user.click(door)
  expect(await screen.findByRole('heading', { name: 'Admin' })).toBeTruthy()
  await user.type(screen.getByLabelText('Organization name'), 'Globex')
  await user.type(screen.getByLabelText('Invitee'), 'gina@globex.test')
  await user.click(screen.getByRole('button', { name: 'Onboard' }))
  expect(await screen.findByText('Friction less onboarding invitation successful')).toBeTruthy()
  expect(server.callsOf(onboardUser)[0]?.body).toEqual({
    org_name: 'Globex',
    invitee_email: 'gina@globex.test',
  })
  expect(server.callsOf(onboardUser)[0]?.headers.has('X-CSRFToken')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(path()).toBe('/acme/settings'))
  expect(router.state.location.pathname).toBe('/acme/settings')
})

test('[US-065] at the root a platform administrator is led into the organization, as everybody', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getSession, () => platformAdmin('acme')),
  )
  const { path } = await open('/')

  await waitFor(() => expect(path()).toBe('/acme/tools'))
})

test('[US-064] in an organization that stands for none there is the one screen', async () => {
  fakeServer(
    startUpAnswers({
      organizations: [{ id: 'mock_org', name: 'mock_org', display_name: 'None' }],
      organizationId: 'mock_org',
    }),
    answer(getSession, () => platformAdmin('mock_org')),
    answer(setOrganization, () => ({
      is_new_org: false,
      user: {
        id: '7',
        email: 'ana@acme.test',
        name: 'ana',
        display_name: 'Ana',
        family_name: null,
        picture: null,
      },
      organization: { name: 'mock_org', organization_id: 'mock_org' },
      log_events_id: 'channel-of-ana',
    })),
  )
  const { path } = await open('/')

  expect(await screen.findByRole('button', { name: 'Onboard' })).toBeTruthy()
  expect(path()).toBe('/')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('settings that do not come, or are not taken, are told', async () => {
  fakeServer(answer(getOrganizationSettings, () => new RefusedReply(500, '')))
  await show(<OrganizationSettingsPage />)

  expect(await screen.findByText('Failed to load the settings')).toBeTruthy()
})

test('models are left to admins by one switch', async () => {
  let isOn = false
  const settings = () => ({
    restrict_llm_adapter_creation: isOn,
    restrict_connector_creation: false,
    second_factor: 'optional' as const,
    allows_agents: false,
  })
  fakeServer(
    answer(getOrganizationDeletion, () => ({ deletes_at: null, days: 14 })),
    answer(getOrganizationSettings, settings),
    answer(changeOrganizationSettings, ({ body }) => {
      isOn = body.restrict_llm_adapter_creation ?? false
      return settings()
    }),
  )
  await show(<OrganizationSettingsPage />)

  await userEvent
    .setup()
    .click(await screen.findByRole('switch', { name: 'Only admins can add models' }))

  expect(await screen.findByText('Settings saved')).toBeTruthy()
  expect(isOn).toBe(true)
})

test('agents are allowed by a switch, which shows their address', async () => {
  let allowsAgents = false
  const settings = () => ({
    restrict_llm_adapter_creation: false,
    restrict_connector_creation: false,
    second_factor: 'optional' as const,
    allows_agents: allowsAgents,
  })
  fakeServer(
    answer(getOrganizationDeletion, () => ({ deletes_at: null, days: 14 })),
    answer(getOrganizationSettings, settings),
    answer(changeOrganizationSettings, ({ body }) => {
      allowsAgents = body.allows_agents ?? false
      return settings()
    }),
  )
  await show(<OrganizationSettingsPage />)
  expect(screen.queryByText(/\/mcp\/$/)).toBeNull()

  await userEvent.setup().click(await screen.findByRole('switch', { name: 'Agents can work here' }))

  expect(await screen.findByText(/\/api\/v1\/recto\/acme\/mcp\/$/)).toBeTruthy()
})
