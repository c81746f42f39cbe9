import { getSubscription } from '@recto/contract/billing/billing'
import { listDeployments } from '@recto/contract/deployments/deployments'
import { listOwnSessions } from '@recto/contract/organizations/own-account'
import { getSession, getUserProfile } from '@recto/contract/organizations/session'
import { listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { listWorkflows } from '@recto/contract/workflows/workflows'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { everyModule, everyProduct } from '../../testing/modules.tsx'
import { startUpAnswers } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'

const menu = () => screen.findByRole('navigation', { name: 'Main' })
const titles = async () =>
  within(await menu())
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'))

const sessionAs = (role: string, provider = '') => [
  ...startUpAnswers({ organizationId: 'acme', flags: { billing: true } }),
  answer(getSubscription, () => ({
    subscription: {
      subscription_id: 'sub_1',
      plan_type: 'PAID' as const,
      is_subscribed: true,
      product: { id: 'recto-cloud-growth', name: 'Growth' },
      is_cancelled: false,
      remaining_days: 20,
      credits_in_dollars: 0,
      trial_tokens: 0,
      next_billing_date: '2027-01-01T00:00:00.000000Z',
      status: null,
      is_overdue: false,
      pay_before: null,
      may_run: false,
      other_subscriptions: [],
      provider_problem: null,
    },
  })),
  answer(getSession, () => ({
    id: 7,
    user_id: 'ana',
    email: 'ana@acme.test',
    organization_id: 'acme',
    role,
    provider,
  })),
]

async function itemsOf(name: RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }))
  return screen
    .getAllByRole('menuitem')
    .map((item) => [item.textContent, item.getAttribute('href')])
}

test('what an installation does not have is not in its menus [AC-103]', async () => {
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  await open('/acme/profile')

  const visibleTitles = await titles()
  for (const absent of ['App Deployments', 'Dashboard']) {
    expect(visibleTitles).not.toContain(absent)
  }
  expect(await itemsOf(/account menu for/)).not.toContainEqual(['Review', '/acme/review'])
})

test('a narrow window folds the menu and keeps what was chosen for a wide one', async () => {
  const media = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...media(query),
    matches: query.includes('max-width: 999px') || media(query).matches,
  }))
  const ana = userEvent.setup()
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  await open('/acme/profile')
  await menu()
  expect(screen.getByRole('complementary').style.width).toBe('65px')

  await ana.click(screen.getByRole('button', { name: 'Expand the menu' }))

  expect(screen.getByRole('complementary').style.width).toBe('240px')
  expect(localStorage.getItem('collapsed')).toBeNull()
})

test('a folded menu names its entries on hover [SH-025 SH-034]', async () => {
  localStorage.setItem('collapsed', 'true')
  const ana = userEvent.setup()
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  await open('/acme/profile')

  await ana.hover(within(await menu()).getByRole('link', { name: 'Workflows' }))

  expect((await screen.findByRole('tooltip')).textContent).toBe('Workflows')
  expect(screen.getByRole('link', { name: 'Recto home page' }).querySelector('svg')).toBeTruthy()
})

test('a module’s entries stand at the top of MANAGE [SH-022]', async () => {
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  const manageEntries = () => [
    { title: 'Reports', description: 'What was read', path: '/acme/etl', icon: null },
  ]
  await open('/acme/profile', { ...everyModule, manageEntries })

  const manage = within(await menu()).getByRole('region', { name: 'MANAGE' })
  expect(within(manage).getAllByRole('link')[0]?.getAttribute('aria-label')).toBe('Reports')
})

const OtherMenu = () => <p>Another menu</p>

test('a module may bring a whole menu [SH-023]', async () => {
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  await open('/acme/profile', { SideMenu: OtherMenu })

  expect(within(await menu()).getByText('Another menu')).toBeTruthy()
  expect(within(await menu()).queryAllByRole('link')).toEqual([])
})

test.each([
  [-1, null, true],
  [-1, 'recto', true],
  [-1, 'llm-whisperer', false],
  [0, null, false],
])(
  'with %s days left and the product %s the menu is closed: %s [SH-026]',
  async (remainingDays, product, isClosed) => {
    if (product) localStorage.setItem('selectedProduct', product)
    const ana = userEvent.setup()
    fakeServer(
      startUpAnswers({ organizationId: 'acme' }),
      answer(listWorkflows, () => []),
    )
    const { path } = await open('/acme/profile', { usePlan: () => ({ remainingDays }) })

    const link = (await menu()).querySelector('[aria-label="Workflows"]')
    expect(link?.getAttribute('aria-disabled')).toBe(isClosed ? 'true' : null)
    if (link) await ana.click(link)
    await waitFor(() => expect(path()).toBe(isClosed ? '/acme/profile' : '/acme/workflows'))
  },
)

const ben = {
  id: '7',
  email: 'ben@acme.test',
  name: 'ben',
  display_name: 'Ben',
  family_name: null,
  picture: null,
  is_admin: false,
  login_onboarding_message_displayed: true,
  prompt_onboarding_message_displayed: true,
}

test.each([
  ['recto_user', []],
  ['recto_reviewer', ['Review']],
  ['recto_supervisor', ['Review', 'Approve', 'Download and Sync Manager']],
])(
  '%s is offered %j of the modules [SH-040 SH-041 SH-042 SH-043]',
  async (role, expectedTitles) => {
    fakeServer(
      sessionAs(role),
      answer(getUserProfile, () => ({ user: ben })),
    )
    await open('/acme/profile', everyModule)

    const items = await itemsOf(/account menu for/)
    expect(items.slice(2, -1).map(([label]) => label)).toEqual(expectedTitles)
  },
)

test('an admin without an outside provider is offered all [SH-040 SH-041 SH-042 SH-043 SH-044]', async () => {
  fakeServer(sessionAs('admin'))
  await open('/acme/profile', everyModule)

  const items = await itemsOf(/account menu for/)
  expect(items.slice(2, -1)).toEqual([
    ['Review', '/acme/review'],
    ['Approve', '/acme/review/approve'],
    ['Download and Sync Manager', '/acme/review/download_and_sync'],
    ['Subscription', '/acme/pricing'],
  ])
})

test('an account of an outside provider is offered no subscription [SH-043]', async () => {
  fakeServer(sessionAs('admin', 'acme-id'))
  await open('/acme/profile', everyModule)

  expect((await itemsOf(/account menu for/)).map(([label]) => label)).not.toContain('Subscription')
})

test('each product has a menu of its own, and the verticals have no logs [SH-031 SH-032 SH-033 TX-007]', async () => {
  localStorage.setItem('selectedProduct', 'llm-whisperer')
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  const { router } = await open('/llm-whisperer/acme/dashboard', everyProduct)

  expect(await screen.findByRole('heading', { name: 'MANAGE' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Logs' })).toBeTruthy()
  const links = within(await menu()).getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual(
    [
      ['Dashboard', '/llm-whisperer/acme/dashboard'],
      ['API Keys', '/llm-whisperer/acme/api-keys'],
      ['Playground', '/llm-whisperer/acme/playground'],
      ['My Account', '/llm-whisperer/acme/account'],
    ],
  )

  await router.navigate({ href: '/verticals' })
  await waitFor(async () => expect(await titles()).toEqual(['Dashboard', 'Subscriptions']))
  expect(screen.queryByRole('region', { name: 'Logs' })).toBeNull()
})

const things = () => [answer(listWorkflows, () => []), answer(listDeployments, () => [])]

test('the palette says what it could not search', async () => {
  const ana = userEvent.setup()
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    things(),
    answer(listProjects, () => refuse(500, 'Away.')),
  )
  await open('/acme/profile')
  await menu()

  await ana.keyboard('{Control>}k{/Control}')
  await ana.type(await screen.findByRole('combobox'), 'inv')

  expect(await screen.findByText('Some results could not be loaded.')).toBeTruthy()
})

test('the palette goes to a page without an entry by a few letters', async () => {
  const ana = userEvent.setup()
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    things(),
    answer(listOwnSessions, () => []),
  )
  const { path } = await open('/acme/profile')
  await menu()

  await ana.keyboard('{Control>}k{/Control}')
  await ana.type(await screen.findByRole('combobox'), 'password{Enter}')

  await waitFor(() => expect(path()).toBe('/acme/profile/account'))
})

const closedPages = ['Platform Settings', 'Platform API Keys', 'Audit Log', 'User Management']

test.each([
  ['recto_user', ['Default Triad', 'OCR', 'Profile'], closedPages],
  ['recto_reviewer', ['Profile'], [...closedPages, 'Default Triad', 'OCR', 'Prompt Studio']],
])(
  'the palette offers %s no page that is closed to them',
  async (role, expectedTitles, hiddenTitles) => {
    fakeServer(
      sessionAs(role),
      answer(getUserProfile, () => ({ user: ben })),
    )
    await open('/acme/profile', everyModule)
    await menu()

    await userEvent.keyboard('{Control>}k{/Control}')
    const pages = (await screen.findAllByRole('option')).map(
      (option) => option.querySelector('span')?.textContent,
    )

    expect(pages).toEqual(expect.arrayContaining(expectedTitles))
    for (const hiddenTitle of hiddenTitles) expect(pages).not.toContain(hiddenTitle)
  },
)

test('the palette offers an admin what admins set', async () => {
  fakeServer(sessionAs('admin'))
  await open('/acme/profile')
  await menu()

  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findAllByRole('option')

  for (const title of closedPages) {
    expect(screen.getByRole('option', { name: new RegExp(`^${title}`) })).toBeTruthy()
  }
})

test.each([
  ['recto_reviewer', ['Review']],
  ['recto_supervisor', ['Review', 'Approve', 'Download and Sync']],
])('%s has %j in the side menu', async (role, expectedTitles) => {
  fakeServer(
    sessionAs(role),
    answer(getUserProfile, () => ({ user: ben })),
  )
  await open('/acme/profile', everyModule)
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  const links = within(menu).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(expectedTitles)
})
