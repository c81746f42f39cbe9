import { listAdapters } from '@recto/contract/adapters/adapters'
import { getSellerLinks } from '@recto/contract/billing/billing'
import { getAccess } from '@recto/contract/organizations/access'
import {
  beginOnboarding,
  getOnboardingStatus,
  getSession,
  getUserProfile,
  listFlags,
  listOrganizations,
  setOrganization,
} from '@recto/contract/organizations/session'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { send } from '../shared/api/requests.ts'
import { pageNavigation } from '../shared/navigation/page-navigation.ts'
import { answer, fakeServer, RefusedReply, refuse } from '../testing/fake-server.ts'
import { everyModule } from '../testing/modules.tsx'
import { acme, anaAtAcme, fullSetUp, startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'

const openWithTrial = {
  sign_up: 'open' as const,
  has_trial: true,
  confirms_mail: false,
  sends_mail: false,
  single_sign_on: null,
  regions: [],
}

const sessionOfAna = {
  id: 7,
  user_id: 'ana',
  email: 'ana@acme.test',
  organization_id: 'acme',
  role: 'admin',
  provider: '',
}

const signedOut = () => new RefusedReply(401, { message: 'Unauthorized' })
const globex = { id: 'globex', name: 'globex', display_name: 'Globex' }

test('a visitor who opens a page is led to the door [AC-001 AC-002]', async () => {
  fakeServer(answer(getSession, signedOut))

  const { path } = await open('/acme/profile')

  await waitFor(() => expect(path()).toBe('/landing'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('with a trial, the landing page offers an account and the login [AC-003 AC-004 AC-005 AC-006 AC-007 AC-012]', async () => {
  fakeServer(answer(getAccess, () => openWithTrial))
  await open('/landing')

  expect(await screen.findByRole('heading', { name: 'Sign Up' })).toBeTruthy()
  expect(
    screen.getByText('Try the product free for 14 days. No credit card required.'),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create Your free account' })).toBeTruthy()
  const signIn = screen.getByRole('link', { name: 'Sign in' })
  expect(signIn.getAttribute('href')).toBe('/api/v1/login')
  expect(screen.getByRole('complementary', { name: 'About the product' })).toBeTruthy()
})

test('the door speaks for the product that was chosen [AC-008 AC-009 AC-010 AC-011]', async () => {
  fakeServer(answer(getAccess, () => openWithTrial))
  await open('/landing?selectedProduct=llm-whisperer')

  expect(await screen.findByText('Get complex documents ready for LLM consumption')).toBeTruthy()
  expect(
    screen.getByText('Process up to 100 pages daily at no cost. No credit card required.'),
  ).toBeTruthy()
})

test('the start asks in order, and ends at the projects [AC-024 AC-028 AC-029 AC-033 AC-040 AC-041 AC-066 AC-070]', async () => {
  const server = fakeServer(startUpAnswers())

  const { path } = await open('/')

  await waitFor(() => expect(path()).toBe('/acme/tools'))
  expect(server.callsOf(getSession)[0]?.query.q).toMatch(/^\d+$/)
  for (const endpoint of [listOrganizations, getUserProfile, listFlags]) {
    expect(server.callsOf<typeof getUserProfile>(endpoint as typeof getUserProfile)).toHaveLength(1)
  }
  const [set] = server.callsOf(setOrganization)
  expect(set?.params).toEqual({ id: 'acme' })
  expect(set?.headers.get('X-CSRFToken')).toBe('token-of-ana')
  expect(server.callsOf(listAdapters)[0]?.query).toEqual({})
})

test('a member without a needed adapter starts with the set-up [AC-065]', async () => {
  fakeServer(startUpAnswers({ adapters: fullSetUp.slice(0, 3) }))

  const { path } = await open('/')

  await waitFor(() => expect(path()).toBe('/acme/onboard'))
})

test('a reviewer starts with the review, adapters or not, and is offered nothing else [AC-067 AC-068 AC-069]', async () => {
  let role: string | null = null
  fakeServer(
    startUpAnswers({ adapters: [] }),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: role && 'acme',
      role,
      provider: '',
    })),
    answer(setOrganization, ({ params }) => {
      role = 'recto_reviewer'
      return {
        is_new_org: false,
        user: { ...anaAtAcme.user, display_name: 'Ana', family_name: null, picture: null },
        organization: { name: params.id, organization_id: params.id },
        log_events_id: 'channel-of-ana',
      }
    }),
  )

  const { path } = await open('/', everyModule)

  await waitFor(() => expect(path()).toBe('/acme/review'))
  const menu = await screen.findByRole('navigation', { name: 'Main' })
  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Review'])
})

test('an address with a slash at its end has the breadcrumb of its entry, once', async () => {
  fakeServer(startUpAnswers({ organizationId: 'acme' }))
  await open('/acme/tools/')

  const breadcrumb = await screen.findByRole('navigation', { name: 'Breadcrumb' })
  expect(within(breadcrumb).getAllByText('Prompt Studio')).toHaveLength(1)
  expect(within(breadcrumb).getByText('Prompt Studio').getAttribute('aria-current')).toBe('page')
})

test('a page of another organization leads to the own one [AC-073]', async () => {
  fakeServer(startUpAnswers())

  const { path } = await open('/globex/workflows')

  await waitFor(() => expect(path()).toBe('/acme/tools'))
})

test('who was taken out of an organization is told so, also where there is one left', async () => {
  fakeServer(
    startUpAnswers({ organizations: [globex] }),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      role: null,
      provider: '',
      organization_id: null,
      left_organization: 'Acme',
    })),
  )
  const { path } = await open('/')

  expect((await screen.findByRole('alert')).textContent).toContain(
    'You are no longer a member of Acme',
  )
  expect(path()).toBe('/setOrg')
  expect(screen.getByRole('button', { name: 'Connect to Globex' })).toBeTruthy()
})

test('a member of several organizations chooses one, which reloads the page [AC-041 AC-060 AC-061 AC-064]', async () => {
  const ana = userEvent.setup()
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  let chosenId: string | null = null
  const start = () => startUpAnswers({ organizations: [acme, globex], organizationId: chosenId })
  const server = fakeServer(
    start(),
    answer(getSession, () => ({
      id: 7,
      user_id: 'ana',
      email: 'ana@acme.test',
      organization_id: chosenId,
      role: null,
      provider: '',
    })),
    answer(setOrganization, ({ params }) => {
      chosenId = params.id
      return {
        is_new_org: false,
        user: {
          id: '7',
          email: 'ana@acme.test',
          name: 'ana',
          display_name: 'Ana Lima',
          family_name: null,
          picture: null,
        },
        organization: { name: 'acme', organization_id: 'acme' },
        log_events_id: 'channel',
      }
    }),
  )
  const { path } = await open('/acme/workflows')
  await waitFor(() => expect(path()).toBe('/setOrg'))

  await ana.click(await screen.findByRole('button', { name: 'Connect to Acme' }))

  await waitFor(() => expect(left).toHaveBeenCalledWith('/acme/workflows'))
  expect(server.callsOf(setOrganization)).toHaveLength(1)
  cleanup()
  const reloadedPage = await open('/acme/profile')
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy()
  expect(reloadedPage.path()).toBe('/acme/profile')
})

test('the choice of organizations opened by its address leads to the start [AC-062 AC-063]', async () => {
  fakeServer(startUpAnswers())

  const { path } = await open('/setOrg')

  await waitFor(() => expect(path()).toBe('/acme/tools'))
})

test('organizations that cannot be fetched are not available, and are asked for again [AC-039]', async () => {
  const ana = userEvent.setup()
  let isDown = true
  const answers = startUpAnswers()
  fakeServer(
    answers,
    answer(listOrganizations, () =>
      isDown
        ? refuse(500, 'relation "member" does not exist')
        : { message: 'success' as const, organizations: [acme] },
    ),
  )
  const { path } = await open('/')
  expect(await screen.findByText('Organizations not available')).toBeTruthy()

  isDown = false
  await ana.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(path()).toBe('/acme/tools'))
})

test('without any organization the page says so [AC-039]', async () => {
  fakeServer(startUpAnswers({ organizations: [] }))
  await open('/')

  expect(await screen.findByText('Organizations not available')).toBeTruthy()
})

test('an organization that refuses the session ends it [AC-038]', async () => {
  const left = vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
  fakeServer(
    startUpAnswers(),
    answer(setOrganization, () => new RefusedReply(403, undefined)),
  )
  await open('/')

  await waitFor(() => expect(left).toHaveBeenCalledWith('/api/v1/logout'))
})

test('an identity that may not enter is told why [AC-037 AC-042 AC-046 AC-052]', async () => {
  fakeServer(
    startUpAnswers(),
    answer(listOrganizations, () => new RefusedReply(412, { code: 'USF', domain: 'acme.org' })),
  )

  const { router } = await open('/')

  expect(await screen.findByText(/acme\.org already exists/)).toBeTruthy()
  expect(router.state.location.search).toEqual({ code: 'USF', domain: 'acme.org' })
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe(
    '/api/v1/login',
  )
})

test.each([
  ['IDM', /not meant for this user/],
  ['IDV', /reply of the identity provider could not be verified/],
  ['INF', /invalid or has expired/],
  ['UMM', /multiple organizations/],
  ['USR', /not allowed here/],
  ['INE001', /Disposable email/],
  ['INE002', /format of the email/],
  ['INS', /Access is denied/],
  ['', /log in again/],
])(
  'the code %s is explained [AC-043 AC-044 AC-045 AC-047 AC-048 AC-049 AC-050 AC-051]',
  async (code, words) => {
    fakeServer()
    await open(`/error?code=${code}`)

    expect(await screen.findByText(words)).toBeTruthy()
  },
)

test('a server that cannot start the session is shown with its reason, and asked again on demand', async () => {
  const ana = userEvent.setup()
  let isDown = true
  const answers = startUpAnswers()
  fakeServer(
    answers,
    answer(listFlags, () =>
      isDown ? refuse(500, 'The database is not reachable.') : { feature_flags: {} },
    ),
  )
  const { path } = await open('/')
  expect(await screen.findByText('The database is not reachable.')).toBeTruthy()

  isDown = false
  await ana.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(path()).toBe('/acme/tools'))
})

test('a session that ends meanwhile leads back to the door [AC-023]', async () => {
  let isSignedIn = true
  fakeServer(
    startUpAnswers(),
    answer(listAdapters, () => (isSignedIn ? [...fullSetUp] : signedOut())),
  )
  const { router, path } = await open('/acme/profile')
  await screen.findByRole('heading', { name: 'Profile' })

  isSignedIn = false
  await router.navigate({ href: '/acme/settings/llms' })

  await waitFor(() => expect(path()).toBe('/landing'))
})

test('a session that ends during a change leads back to the door, and no alert says that it failed [AC-023]', async () => {
  const ana = userEvent.setup()
  let isSignedIn = true
  fakeServer(
    startUpAnswers({ flags: { subscription: true } }),
    answer(getSession, () => (isSignedIn ? sessionOfAna : signedOut())),
    answer(getOnboardingStatus, () => ({ is_subscribed: false })),
    answer(beginOnboarding, () => {
      isSignedIn = false
      return refuse(401, 'You are not signed in.')
    }),
  )
  const { path } = await open('/acme/profile')
  await ana.click(await screen.findByRole('button', { name: 'Get Started' }))

  await waitFor(() => expect(path()).toBe('/landing'))
  expect(screen.queryByText('Onboarding failed.')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('whichever request learns that the session has ended, the page signs out [AC-023]', async () => {
  let isSignedIn = true
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(getSession, () => (isSignedIn ? sessionOfAna : signedOut())),
  )
  const { path } = await open('/acme/profile')
  await screen.findByRole('heading', { name: 'Profile' })

  isSignedIn = false
  await expect(send(getSession, { query: { q: 1 } })).rejects.toThrow()

  await waitFor(() => expect(path()).toBe('/landing'))
})

test('a subscription that has run out leads to its own page [SH-067]', async () => {
  let isPaid = true
  const expiredReply = new RefusedReply(402, { type: 'subscription_error', errors: 'Expired' })
  fakeServer(
    startUpAnswers(),
    answer(listAdapters, () => (isPaid ? [...fullSetUp] : expiredReply)),
    answer(getSellerLinks, () => ({ is_selling: true, demo_url: null, contact_url: null })),
  )
  const { router, path } = await open('/acme/profile')
  await screen.findByRole('heading', { name: 'Profile' })

  isPaid = false
  await router.navigate({ href: '/acme/settings/llms' })

  await waitFor(() => expect(path()).toBe('/subscription-expired'))
})

test('an address that leads nowhere says so and offers the way back [AC-075 AC-076]', async () => {
  fakeServer(startUpAnswers())
  await open('/acme/nothing/of/the/kind')

  expect(await screen.findByText('404')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeTruthy()
})
