import { listPlatformKeys } from '@recto/contract/organizations/platform-keys'
import { getRole, listRoles } from '@recto/contract/organizations/session'
import { listPipelines } from '@recto/contract/pipelines/pipelines'
import { listWorkflows } from '@recto/contract/workflows/workflows'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { everyModule } from '../../testing/modules.tsx'
import { acme, fullSetUp, startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'

const entries = async () => {
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  return within(menu).getAllByRole('link')
}

const current = async () => {
  const links = await entries()
  return links
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.getAttribute('aria-label'))
}

test('the side menu leads to every screen [SH-001 SH-002 SH-003 SH-004 SH-005 SH-006 SH-007 SH-008 SH-009 SH-010 SH-011 SH-012 SH-013 SH-021]', async () => {
  fakeServer(startUpAnswers())
  await open('/acme/profile', everyModule)

  const links = (await entries()).map((link) => [
    link.getAttribute('aria-label'),
    link.getAttribute('href'),
  ])

  expect(links).toEqual([
    ['Prompt Studio', '/acme/tools'],
    ['Workflows', '/acme/workflows'],
    ['API Deployments', '/acme/api'],
    ['ETL Pipelines', '/acme/etl'],
    ['Task Pipelines', '/acme/task'],
    ['Logs', '/acme/logs'],
    ['Usage', '/acme/usage'],
    ['LLMs', '/acme/settings/llms'],
    ['Vector DBs', '/acme/settings/vectorDbs'],
    ['Embedding', '/acme/settings/embedding'],
    ['Text Extractor', '/acme/settings/textExtractor'],
    ['Connectors', '/acme/settings/connectors'],
    ['Lookup tables', '/acme/settings/lookup-tables'],
    ['Platform', '/acme/settings'],
  ])
  for (const heading of ['BUILD', 'MANAGE', 'SETTINGS']) {
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
  }
})

test('every entry says what its screen is for [SH-014 SH-015]', async () => {
  fakeServer(startUpAnswers())
  await open('/acme/profile')

  const descriptions = (await entries()).map((link) => link.getAttribute('aria-description'))

  expect(descriptions[0]).toBe('Create structured data from unstructured documents')
  expect(descriptions.every(Boolean)).toBe(true)
})

test('app deployments come second in their group when they are switched on [SH-020]', async () => {
  fakeServer(startUpAnswers({ flags: { app_deployment: true } }))
  await open('/acme/profile', everyModule)

  const links = await entries()

  expect(links[3]?.getAttribute('aria-label')).toBe('App Deployments')
  expect(links[3]?.getAttribute('href')).toBe('/acme/app')
})

test.each([
  ['/acme/etl', ['ETL Pipelines']],
  ['/acme/settings', ['Platform']],
  ['/acme/settings/platform', ['Platform']],
  ['/acme/users/invite', ['Platform']],
  ['/acme/settings/llms', ['LLMs']],
  ['/acme/settings/ocr', ['Platform']],
  ['/acme/profile', []],
])('on %s the menu marks %j [SH-016 SH-017 SH-018 SH-019]', async (address, markedEntry) => {
  const keys = answer(listPlatformKeys, () => [])
  const roles = answer(listRoles, () => ({ message: 'success' as const, members: [] }))
  const admin = answer(getRole, () => ({ is_admin: true }))
  const pipelines = answer(listPipelines, () => [])
  const workflows = answer(listWorkflows, () => [])
  fakeServer(startUpAnswers(), admin, keys, roles, pipelines, workflows)
  await open(address, everyModule)

  expect(await current()).toEqual(markedEntry)
})

test('the menu folds to icons, and stays folded after a reload [SH-024 SH-027 SH-028 SH-029 SH-030]', async () => {
  const ana = userEvent.setup()
  fakeServer(startUpAnswers())
  await open('/acme/profile')
  await entries()
  expect(screen.getByRole('complementary').style.width).toBe('240px')

  await ana.click(screen.getByRole('button', { name: 'Collapse the menu' }))

  expect(screen.getByRole('complementary').style.width).toBe('65px')
  expect(screen.queryByRole('heading', { name: 'BUILD' })).toBeNull()
  expect(localStorage.getItem('collapsed')).toBe('true')

  cleanup()
  await open('/acme/profile')
  await entries()
  expect(screen.getByRole('complementary').style.width).toBe('65px')
})

test('an incomplete set-up is said at the top, with the way to complete it [SH-035 SH-036]', async () => {
  fakeServer(startUpAnswers({ adapters: fullSetUp.slice(1) }))
  await open('/acme/profile')

  const alert = await screen.findByText('Adapter setup is incomplete')

  expect(alert.closest('a')?.getAttribute('href')).toBe('/acme/onboard')
})

test('nothing is said of the set-up once all four adapters are there [SH-036]', async () => {
  fakeServer(startUpAnswers())
  await open('/acme/profile')
  await entries()

  expect(screen.queryByText('Adapter setup is incomplete')).toBeNull()
})

test('the avatar opens the way to the profile and out [SH-037 SH-038 SH-039 SH-045]', async () => {
  const ana = userEvent.setup()
  fakeServer(startUpAnswers())
  await open('/acme/profile')

  await ana.click(await screen.findByRole('button', { name: 'AL: account menu for Ana Lima' }))

  const menu = screen.getByRole('menu')
  const items = within(menu).getAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Profile', '/acme/profile'],
    ['Password and sessions', '/acme/profile/account'],
    ['Logout', '/api/v1/logout'],
  ])
  expect(within(menu).queryByText('Switch Org')).toBeNull()
})

test('switching asks first, then sets the organization and loads anew [SH-046 SH-047 SH-048]', async () => {
  const ana = userEvent.setup()
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  const globex = { id: 'globex', name: 'globex', display_name: 'Globex' }
  fakeServer(startUpAnswers({ organizations: [acme, globex], organizationId: 'acme' }))
  await open('/acme/profile')
  const choose = async (name: string) => {
    await ana.click(await screen.findByRole('button', { name: 'AL: account menu for Ana Lima' }))
    await ana.click(screen.getByRole('menuitemradio', { name }))
  }

  await choose('Acme')
  expect(await screen.findByText('You are already in Acme')).toBeTruthy()

  await choose('Globex')
  const dialog = await screen.findByRole('dialog', { name: 'Want to switch to Globex?' })
  await ana.click(within(dialog).getByRole('button', { name: 'Switch' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('/'))
})

test('colours follow the choice, and the choice outlives the page', async () => {
  const ana = userEvent.setup()
  fakeServer(startUpAnswers())
  await open('/acme/profile')

  await ana.click(await screen.findByRole('button', { name: 'Color scheme: System default' }))
  await ana.click(screen.getByRole('menuitemradio', { name: 'Dark' }))

  expect(document.documentElement.dataset.scheme).toBe('dark')
  expect(localStorage.getItem('colorScheme')).toBe('"dark"')
})

test('the profile shows who one is, and changes nothing [SH-082 SH-083 SH-084]', async () => {
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  await open('/acme/profile')

  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy()
  expect(screen.getByText('Ana Lima')).toBeTruthy()
  expect(screen.getByText('ana@acme.test')).toBeTruthy()
  expect(screen.getByText('Admin')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reset Password' })).toHaveProperty('disabled', true)
})
