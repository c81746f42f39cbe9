import { getSellerLinks } from '@recto/contract/billing/billing'
import {
  getRole,
  getSession,
  getUserProfile,
  listOrganizations,
  lookUpOrganization,
  setOrganization,
} from '@recto/contract/organizations/session'
import {
  listDailyTextUsage,
  listTextSubscriptions,
} from '@recto/contract/text-service/text-product'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pageNavigation } from '../shared/navigation/page-navigation.ts'
import { tabChannelName } from '../shared/session/other-tabs.ts'
import { answer, fakeServer, RefusedReply, refuse } from '../testing/fake-server.ts'
import { everyModule, everyProduct } from '../testing/modules.tsx'
import { acme, ana, startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'
import { modules } from './modules.ts'

const signedOutAnswer = answer(getSession, () => new RefusedReply(401, { message: 'Unauthorized' }))
const globex = { id: 'globex', name: 'globex', display_name: 'Globex' }
const inBoth = () => startUpAnswers({ organizations: [acme, globex], organizationId: 'acme' })
const NOT_AUTHORIZED =
  'Sorry, you dont have access to this page. Please contact the administrator for assistance.'

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  '/acme/settings/unknown',
  '/acme/settings/review',
  '/acme/review',
  '/nothing',
  '/nothing/of/the/kind',
])('%s leads nowhere, and says so within the shell [AC-075 AC-103]', async (address) => {
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  const { path } = await open(address)

  expect(await screen.findByText('404')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(path()).toBe(address)
})

test('a stranger at an address that leads nowhere is told so, and may log in [SH-045]', async () => {
  const ana = userEvent.setup()
  fakeServer(signedOutAnswer)
  await open('/acme/nothing/of/the/kind')

  expect(await screen.findByText('404')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Account' }))
  expect(screen.getByRole('menuitem', { name: 'Login' }).getAttribute('href')).toBe('/api/v1/login')
  expect(screen.queryByRole('menuitem', { name: 'Logout' })).toBeNull()
})

test('whoever wanted a page is led there after signing in [AC-002]', async () => {
  fakeServer(signedOutAnswer)
  const { router } = await open('/acme/logs?entity=WF')

  const link = await screen.findByRole('link', { name: 'Sign in' })

  expect(router.state.location.search).toEqual({ next: '/acme/logs?entity=WF' })
  expect(link.getAttribute('href')).toBe('/api/v1/login?next=%2Facme%2Flogs%3Fentity%3DWF')
})

test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:x'])(
  'the door leads to no other place than this one: %s',
  async (next) => {
    fakeServer(signedOutAnswer)
    await open(`/landing?next=${encodeURIComponent(next)}`)

    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/api/v1/login')
  },
)

test('an address of another organization of one’s own offers to switch [AC-073]', async () => {
  const ana = userEvent.setup()
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  const server = fakeServer(inBoth())
  await open('/globex/workflows?owner=all')

  expect(await screen.findByText('This page belongs to Globex')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Switch to Globex' }))

  await waitFor(() => expect(left).toHaveBeenCalledWith('/globex/workflows?owner=all'))
  expect(server.callsOf(setOrganization).at(-1)?.params).toEqual({ id: 'globex' })
})

test('a tab whose session went on to another organization offers the way back', async () => {
  let present = 'acme'
  fakeServer(
    startUpAnswers({ organizations: [acme, globex], organizationId: 'acme' }),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: present,
      role: 'admin',
      provider: '',
    })),
    answer(getRole, () =>
      present === 'acme'
        ? { is_admin: true }
        : new RefusedReply(403, {
            message: 'You are signed in to a different organization. Select this one first.',
          }),
    ),
  )
  const { router } = await open('/acme/profile', everyModule)
  await screen.findByRole('heading', { name: 'Profile' })

  present = 'globex'
  await router.navigate({ href: '/acme/pricing' })

  expect(await screen.findByRole('button', { name: 'Switch to Acme' })).toBeTruthy()
})

test('a tab whose session lost its organization asks which of the others to enter [AC-053]', async () => {
  let isMember = true
  fakeServer(
    startUpAnswers({ organizations: [acme, globex], organizationId: 'acme' }),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: isMember ? 'acme' : null,
      role: isMember ? 'admin' : null,
      provider: '',
    })),
    answer(getRole, () =>
      isMember
        ? { is_admin: true }
        : new RefusedReply(403, {
            message: 'You are signed in to a different organization. Select this one first.',
            code: 'UMM',
          }),
    ),
  )
  const { router, path } = await open('/acme/profile', everyModule)
  await screen.findByRole('heading', { name: 'Profile' })

  isMember = false
  await router.navigate({ href: '/acme/pricing' })

  expect(await screen.findByRole('button', { name: 'Connect to Globex' })).toBeTruthy()
  expect(path()).toBe('/setOrg')
  expect(router.state.location.search).toEqual({ next: '/acme/pricing' })
})

test('a tab is told at once that another one took the session elsewhere', async () => {
  let present = 'acme'
  fakeServer(
    startUpAnswers({ organizations: [acme, globex], organizationId: 'acme' }),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: present,
      role: 'admin',
      provider: '',
    })),
  )
  await open('/acme/profile', everyModule)
  await screen.findByRole('heading', { name: 'Profile' })

  const otherTab = new BroadcastChannel(tabChannelName)
  otherTab.postMessage('acme')
  expect(screen.getByRole('heading', { name: 'Profile' })).toBeTruthy()
  present = 'globex'
  otherTab.postMessage('globex')

  expect(await screen.findByRole('button', { name: 'Switch to Acme' })).toBeTruthy()
  otherTab.close()
})

test('an account without any organization is told what to do [AC-039]', async () => {
  fakeServer(startUpAnswers({ organizations: [] }))
  await open('/')

  expect(await screen.findByText('Organizations not available')).toBeTruthy()
  expect(screen.getByText(/Ask an administrator to invite you/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log out and sign in again' })).toBeTruthy()
})

test('a session that is to be paid for says so [AC-036]', async () => {
  fakeServer(
    startUpAnswers(),
    answer(getSellerLinks, () => ({ is_selling: true, demo_url: null, contact_url: null })),
    answer(
      listOrganizations,
      () =>
        new RefusedReply(402, {
          type: 'subscription_error',
          errors: [{ code: 'error', detail: 'Paid until May.', attr: null }],
        }),
    ),
  )
  const { path } = await open('/')

  expect(await screen.findByText('Your subscription period has ended!')).toBeTruthy()
  expect(path()).toBe('/subscription-expired')
})

test('pages for admins are closed to others, and where the server does not say [AC-031 AC-077 AC-083]', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getRole, () => ({ is_admin: false })),
  )
  await open('/acme/pricing', everyModule)
  expect(await screen.findByText(NOT_AUTHORIZED)).toBeTruthy()
})

test('a server that does not say who is an admin is taken for a no [AC-031]', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getRole, () => refuse(500, 'The database is away.')),
  )
  await open('/acme/pricing', everyModule)
  expect(await screen.findByText(NOT_AUTHORIZED)).toBeTruthy()
  expect(screen.queryByText('The page /pricing')).toBeNull()
})

test('pages for admins are open to admins [AC-083]', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getRole, () => ({ is_admin: true })),
  )
  await open('/acme/pricing', everyModule)
  expect(await screen.findByText('The page /pricing')).toBeTruthy()
})

test('the placeholder organization has a placeholder for its admin pages [AC-084 AC-085]', async () => {
  const mock = { id: 'mock_org', name: 'mock_org', display_name: 'Mock' }
  fakeServer(
    startUpAnswers({ organizations: [mock], organizationId: 'mock_org' }),
    answer(getRole, () => ({ is_admin: true })),
  )
  await open('/mock_org/pricing', everyModule)

  expect(await screen.findByText('Nothing to manage here')).toBeTruthy()
  expect(screen.queryByText('The page /pricing')).toBeNull()
})

test('a failed consent stays on the screen [AC-054 AC-056 AC-057 AC-059]', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  fakeServer()
  await open('/oauth-status?status=error')

  expect(await screen.findByText('Authentication Failed')).toBeTruthy()
  expect(localStorage.getItem('oauth-status')).toBe('error')
  expect(close).not.toHaveBeenCalled()
})

test('a given consent closes its window after a second [AC-054 AC-055 AC-057 AC-058]', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  const waits = vi.spyOn(globalThis, 'setTimeout')
  fakeServer()
  await open('/oauth-status?status=success')

  expect(await screen.findByText('Authentication Successful')).toBeTruthy()
  expect(localStorage.getItem('oauth-status')).toBe('success')
  expect(close).not.toHaveBeenCalled()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(waits.mock.calls.some(([, milliseconds]) => milliseconds === 1_000)).toBe(true)
})

test('the login page leads to the login endpoint [AC-018 AC-102]', async () => {
  fakeServer()
  await open('/login?next=/acme/logs')

  const button = await screen.findByRole('link', { name: 'Login' })
  expect(button.getAttribute('href')).toBe('/api/v1/login?next=%2Facme%2Flogs')
})

const BadgeReader = () => <h1>Sign in with a badge</h1>

test('a module may bring a sign-in view of its own [AC-019]', async () => {
  fakeServer()
  await open('/login', { SignIn: BadgeReader })

  expect(await screen.findByText('Sign in with a badge')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
})

test('a reviewer without a review starts like everybody, and is told that there is none [AC-105]', async () => {
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: 'acme',
      role: 'recto_reviewer',
      provider: '',
    })),
  )
  const { path } = await open('/')

  await waitFor(() => expect(path()).toBe('/acme/tools'))
  expect(await screen.findByText('Nothing to review here')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Prompt Studio' })).toBeNull()
})

test.each([
  ['recto_user', '/acme/review', false],
  ['recto_user', '/acme/simple_review/review', false],
  ['recto_user', '/acme/review/approve', false],
  ['recto_user', '/acme/settings/review', false],
  ['recto_reviewer', '/acme/review', true],
  ['recto_reviewer', '/acme/review/approve', false],
  ['recto_reviewer', '/acme/simple_review/review', true],
  ['recto_reviewer', '/acme/simple_review/approve', false],
  ['recto_reviewer', '/acme/settings/review', false],
  ['recto_supervisor', '/acme/review/approve', true],
  ['recto_supervisor', '/acme/simple_review/approve', true],
  ['recto_supervisor', '/acme/settings/review', true],
  ['admin', '/acme/review/approve', true],
])('a %s opens %s: %s [AC-067 AC-068]', async (role, address, isOpen) => {
  const isAdmin = role === 'admin'
  const reviewPages = [
    '/review',
    '/review/approve',
    '/simple_review/review',
    '/simple_review/approve',
    '/settings/review',
  ]
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getUserProfile, () => ({ user: { ...ana, is_admin: isAdmin } })),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: 'acme',
      role,
      provider: '',
    })),
  )
  await open(address, {
    pages: reviewPages.map((path) => ({
      path: path as `/${string}`,
      component: () => <h1>A page of the review</h1>,
    })),
  })

  expect(await screen.findByText(isOpen ? 'A page of the review' : NOT_AUTHORIZED)).toBeTruthy()
})

test('one product has no chooser', async () => {
  fakeServer(startUpAnswers())
  await open('/selectProduct')

  expect(await screen.findByText('404')).toBeTruthy()
})

const globexExists = answer(lookUpOrganization, ({ params }) => ({
  exists: params.id === 'globex',
}))

test.each([
  '/globex',
  '/globex/',
  '/globex/workflows',
  '/globex/nothing/of/the/kind',
  '/llm-whisperer/globex',
  '/llm-whisperer/globex/nothing',
])('%s, of a foreign organization, leads to the own start [AC-073]', async (address) => {
  localStorage.setItem('selectedProduct', 'recto')
  fakeServer(startUpAnswers({ organizationId: 'acme' }), globexExists)
  const { path } = await open(address, everyProduct)

  await waitFor(() => expect(path()).toBe('/acme/tools'))
})

test.each([
  ['is no organization', globexExists],
  ['cannot be looked up', answer(lookUpOrganization, () => refuse(429, 'Try again in 4 seconds.'))],
])('an address without a page, below what %s, is not found [AC-075]', async (_, lookUp) => {
  fakeServer(startUpAnswers({ organizationId: 'acme' }), lookUp)
  const { path } = await open('/initech')

  expect(await screen.findByText('404')).toBeTruthy()
  expect(path()).toBe('/initech')
})

test('an address of a foreign organization in another product leads to the own start [AC-073]', async () => {
  localStorage.setItem('selectedProduct', 'recto')
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  const { path, router } = await open('/llm-whisperer/globex/playground', everyProduct)
  await waitFor(() => expect(path()).toBe('/acme/tools'))

  await router.navigate({ href: '/llm-whisperer/initech/nothing' })
  expect(await screen.findByText('404')).toBeTruthy()
})

const noPages = {
  non_ocr_page_count: 0,
  low_cost_ocr_page_count: 0,
  high_cost_ocr_page_count: 0,
  high_cost_ocr_advanced_page_count: 0,
}

const textUse = (pages: number) => [
  answer(listTextSubscriptions[0], () => [
    { product: 'free', subscription_id: 'free-acme', usage: { ...noPages, non_ocr_page_count: 0 } },
  ]),
  answer(listDailyTextUsage[0], () => [
    { date: '2026-11-01', ...noPages, low_cost_ocr_page_count: pages },
  ]),
]

test('whoever uses one product is not asked, also not at the next load', async () => {
  const server = fakeServer(startUpAnswers({ organizationId: 'acme' }), textUse(0))
  const { path } = await open('/', everyProduct)

  await waitFor(() => expect(path()).toBe('/acme/tools'))
  expect(localStorage.getItem('selectedProduct')).toBe('recto')
  cleanup()
  const nextLoad = await open('/', everyProduct)
  await waitFor(() => expect(nextLoad.path()).toBe('/acme/tools'))
  expect(server.callsOf(listTextSubscriptions[0])).toHaveLength(1)
})

test('the verticals have their address and menu, and are not offered [AC-093 AC-099 SH-032 TX-007]', async () => {
  const ana = userEvent.setup()
  localStorage.setItem('selectedProduct', 'recto')
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  const { router } = await open('/acme/profile', modules)
  await ana.click(await screen.findByRole('button', { name: 'Switch product' }))
  expect(screen.getAllByRole('menuitemradio')).toHaveLength(2)

  for (const href of ['/verticals', '/verticals/', '/verticals/subscriptions']) {
    await act(() => router.navigate({ href }))
    expect(await screen.findByRole('heading', { name: 'Verticals' })).toBeTruthy()
    expect(screen.queryByText('404')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    const menu = await screen.findByRole('navigation', { name: 'Main' })
    const links = within(menu).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/verticals',
      '/verticals/subscriptions',
    ])
  }
})

test('several products are chosen among [AC-087 AC-088 AC-089 AC-090 AC-091 AC-071 AC-092 AC-096]', async () => {
  const ana = userEvent.setup()
  fakeServer(startUpAnswers({ organizationId: 'acme' }), textUse(3))
  const { path } = await open('/', everyProduct)

  await waitFor(() => expect(path()).toBe('/selectProduct'))
  const links = await screen.findAllByRole('link', { name: 'Learn more' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/landing?selectedProduct=recto',
    '/landing?selectedProduct=llm-whisperer',
  ])
  await ana.click(screen.getByRole('button', { name: 'Open Text extraction' }))

  await waitFor(() => expect(path()).toBe('/llm-whisperer/acme/playground'))
  expect(localStorage.getItem('selectedProduct')).toBe('llm-whisperer')
  expect(await screen.findByText('The page /playground')).toBeTruthy()
})

test('the switch between products begins anew, and does nothing for the present one [AC-072 AC-093 AC-094 AC-095 AC-099]', async () => {
  const ana = userEvent.setup()
  localStorage.setItem('selectedProduct', 'recto')
  const server = fakeServer(startUpAnswers({ organizationId: 'acme' }))
  const { path } = await open('/', everyProduct)
  await waitFor(() => expect(path()).toBe('/acme/tools'))
  const choose = async (name: string) => {
    await ana.click(await screen.findByRole('button', { name: 'Switch product' }))
    const items = screen.getAllByRole('menuitemradio')
    expect(items.every((item) => item.querySelector('svg'))).toBe(true)
    await ana.click(screen.getByRole('menuitemradio', { name }))
  }

  await choose('Recto')
  expect(server.callsOf(getSession)).toHaveLength(1)

  await choose('Verticals')
  await waitFor(() => expect(path()).toBe('/verticals'))
  expect(localStorage.getItem('selectedProduct')).toBe('verticals')
  await waitFor(() => expect(server.callsOf(getSession)).toHaveLength(2))
  expect(await screen.findByRole('link', { name: 'Subscriptions' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
