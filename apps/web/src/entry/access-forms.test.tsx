import {
  confirmAccount,
  forgetPassword,
  getAccess,
  makeAccount,
  renewPassword,
} from '@recto/contract/organizations/access'
import { acceptInvitation, lookAtInvitation } from '@recto/contract/organizations/invitations'
import { getSession } from '@recto/contract/organizations/session'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pageNavigation } from '../shared/navigation/page-navigation.ts'
import { answer, fakeServer, RefusedReply, refuse } from '../testing/fake-server.ts'
import { open } from '../testing/show.tsx'

const regions = (usHost: string | null, eu: string | null) => [
  { id: 'us-central', name: 'US', host: usHost },
  { id: 'eu-west', name: 'EU', host: eu },
]
const openWays = {
  sign_up: 'open' as const,
  has_simple_studio: true,
  has_trial: true,
  confirms_mail: false,
  sends_mail: true,
  single_sign_on: null,
  regions: regions(null, null),
}
const ways = (changes: object = {}) => answer(getAccess, () => ({ ...openWays, ...changes }))
const organization = { id: 'acme', name: 'acme', display_name: 'Acme' }
const spyOnRedirect = () => vi.spyOn(pageNavigation, 'to').mockImplementation(() => {})
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function signUp(path = '/landing') {
  await open(path)
  await screen.findByRole('button', { name: 'Create Your free account' })
  await press('Create Your free account')
  await userEvent.type(await screen.findByLabelText('Email'), 'ana@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'a much better horse')
  await press('Create Your free account')
}

test('a refusal of sign-up stands at its field until that is changed [AC-020 AC-053 SH-076]', async () => {
  const detail = 'Disposable email addresses are not allowed.'
  fakeServer(
    ways(),
    answer(makeAccount, () => refuse(400, detail, { attr: 'email', code: 'INE001' })),
  )
  await signUp()

  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(screen.getByLabelText('Email'), 'x')
  expect(screen.queryByText(detail)).toBeNull()
})

test('whoever is led from another address to the door can make an account there [AC-002, AC-020]', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  fakeServer(
    answer(getSession, () => new RefusedReply(401, { message: 'Unauthorized' })),
    answer(getAccess, async () => {
      await promise
      return openWays
    }),
  )
  const { path } = await open('/')
  await waitFor(() => expect(path()).toBe('/landing'))
  resolve()

  await press('Create Your free account')
  expect(await screen.findByLabelText('Email')).toBeTruthy()
})

test('an account is made with nothing beyond the page [AC-020]', async () => {
  const left = spyOnRedirect()
  const server = fakeServer(
    ways(),
    answer(makeAccount, () => ({ state: 'signed_in' as const, organization })),
  )
  await signUp()

  await waitFor(() => expect(left).toHaveBeenCalledWith('/'))
  expect(server.callsOf(makeAccount)[0]?.body).toEqual({
    email: 'ana@acme.test',
    password: 'a much better horse',
  })
})

test('whoever comes from somewhere makes an account on the way, and goes on there', async () => {
  const left = spyOnRedirect()
  fakeServer(
    ways(),
    answer(makeAccount, () => ({ state: 'signed_in' as const, organization })),
  )
  const place = '/simple-prompt-studio/1?create=app'
  await signUp(`/landing?next=${encodeURIComponent(place)}`)

  await waitFor(() => expect(left).toHaveBeenCalledWith(place))
})

test('the door lets visitors try the product without an account, where that is wished', async () => {
  fakeServer(ways())
  const { router } = await open('/landing')
  const link = await screen.findByRole('link', { name: 'Try it without an account' })
  expect(link.getAttribute('href')).toBe('/simple-prompt-studio')
  expect(router.state.location.pathname).toBe('/landing')

  cleanup()
  fakeServer(ways({ has_simple_studio: false }))
  await open('/landing')
  await screen.findByRole('button', { name: 'Create Your free account' })
  expect(screen.queryByRole('link', { name: 'Try it without an account' })).toBeNull()
})

test('where addresses are confirmed the mail is pointed to, and its link makes the account', async () => {
  const left = spyOnRedirect()
  const server = fakeServer(
    ways({ confirms_mail: true }),
    answer(makeAccount, () => ({ state: 'confirm' as const, organization: null })),
    answer(confirmAccount, () => ({ state: 'signed_in' as const, organization })),
  )
  await signUp()
  expect(await screen.findByText('Check your email')).toBeTruthy()
  expect(left).not.toHaveBeenCalled()

  await open('/sign-up/confirm?token=abc')
  await press('Create account')
  await waitFor(() => expect(left).toHaveBeenCalledWith('/'))
  expect(server.callsOf(confirmAccount)[0]?.body).toEqual({ token: 'abc' })
})

test('where accounts are not made by oneself, nothing promises one', async () => {
  fakeServer(ways({ sign_up: 'invited' }))
  await open('/landing')

  expect(await screen.findByText(/Accounts are by invitation only/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create Your free account' })).toBeNull()
})

test('where no trial is offered, people sign in, and can create an account if they may', async () => {
  fakeServer(ways({ has_trial: false }))
  await open('/landing')

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByText(/free/)).toBeNull()
  await press('Create an account')
  expect(await screen.findByLabelText('Email')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create account' })).toBeTruthy()
})

test.each([
  ['open', 1],
  ['invited', 0],
  ['off', 0],
] as const)(
  'the login page offers an account only where sign-up is open: %s',
  async (sign_up, count) => {
    fakeServer(
      ways({ sign_up, single_sign_on: { name: 'Acme ID', path: '/api/v1/login/outside' } }),
    )
    await open('/login')

    expect(await screen.findByRole('link', { name: 'Sign in with Acme ID' })).toBeTruthy()
    expect(screen.queryAllByRole('link', { name: 'Create one' })).toHaveLength(count)
  },
)

test('single sign-on has its button, which takes the address along', async () => {
  fakeServer(ways({ single_sign_on: { name: 'Acme ID', path: '/api/v1/login/outside' } }))
  await open('/landing?next=/acme/logs')

  const link = await screen.findByRole('link', { name: 'Sign in with Acme ID' })
  expect(link.getAttribute('href')).toBe('/api/v1/login/outside?next=%2Facme%2Flogs')
})

test.each([
  ['US', 'EU', regions(window.location.host, 'other.recto.test')],
  ['EU', 'US', regions('other.recto.test', window.location.host)],
])(
  'on a host of the %s the banner leads to the %s [AC-013 AC-014 AC-015 AC-016]',
  async (currentRegion, otherRegion, hosts) => {
    fakeServer(ways({ regions: hosts }))
    await open('/landing')

    expect(
      await screen.findByText(
        `You are about to sign up for the ${currentRegion} region. Looking for the ${otherRegion} region?`,
      ),
    ).toBeTruthy()
    const { protocol, pathname, search } = window.location
    expect(screen.getByRole('link', { name: 'Sign up here' }).getAttribute('href')).toBe(
      `${protocol}//other.recto.test${pathname}${search}`,
    )
  },
)

test('on any other host there is no banner [AC-017]', async () => {
  fakeServer(ways({ regions: regions('us.recto.test', 'eu.recto.test') }))
  await open('/landing')

  await screen.findByRole('button', { name: 'Create Your free account' })
  expect(screen.queryByText(/You are about to sign up for/)).toBeNull()
})

test('a forgotten password is asked for by mail, and told alike for everybody', async () => {
  const message = 'If there is an account with this address, an email is on its way.'
  fakeServer(
    ways({ sends_mail: true }),
    answer(forgetPassword, () => ({ message })),
  )
  await open('/forgotten-password')

  await userEvent.type(await screen.findByLabelText('Email'), 'ana@acme.test')
  expect(screen.queryByText(/does not send email/)).toBeNull()
  await press('Send link')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText(/We will email you/)).toBeNull()
})

test('where no mail is sent, no link is offered, and the page says who sets a password', async () => {
  fakeServer(ways({ sends_mail: false }))
  await open('/forgotten-password')

  expect(await screen.findByText(/does not send email/)).toBeTruthy()
  expect(screen.getByText(/Its administrator can set a new password/)).toBeTruthy()
  expect(screen.queryByText(/We will email you/)).toBeNull()
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull()
})

test('a link that was used says so; a good one sets the password and leads to the login', async () => {
  const left = spyOnRedirect()
  let isUsed = true
  fakeServer(
    ways(),
    answer(renewPassword, () =>
      isUsed ? refuse(403, 'This link was used already.', { code: 'INF' }) : undefined,
    ),
  )
  await open('/reset-password?token=abc')
  await userEvent.type(await screen.findByLabelText('New password'), 'a much better horse')
  await press('Set password')
  expect((await screen.findByRole('alert')).textContent).toContain('This link was used already.')

  isUsed = false
  await press('Set password')
  await waitFor(() => expect(left).toHaveBeenCalledWith('/api/v1/login'))
})

const invitationAnswer = (has_account: boolean) =>
  answer(lookAtInvitation, () => ({
    email: 'ben@acme.test',
    role: 'user',
    organization,
    has_account,
    expires_at: '2026-12-01T00:00:00Z',
  }))

test('an invitation that was used or withdrawn leads to the page that says so [US-022]', async () => {
  fakeServer(
    ways(),
    answer(lookAtInvitation, () => refuse(403, 'This invitation has expired.', { code: 'INF' })),
  )
  const { router } = await open('/invitation?token=abc')

  expect(await screen.findByText(/invalid or has expired/)).toBeTruthy()
  expect(router.state.location.href).toBe('/error?code=INF')
})

test.each([
  ['INF', /invalid or has expired/],
  ['IDM', /not meant for this user/],
])(
  'an invitation that is refused with %s when it is accepted leads there too [AC-043 AC-044]',
  async (code, words) => {
    fakeServer(
      ways(),
      invitationAnswer(true),
      answer(acceptInvitation, () => refuse(403, 'No.', { code })),
    )
    const { router } = await open('/invitation?token=abc')
    await press('Join Acme')

    expect(await screen.findByText(words)).toBeTruthy()
    expect(router.state.location.search).toEqual({ code })
  },
)

test('whoever has an account signs in first, and comes back to the invitation', async () => {
  const left = spyOnRedirect()
  fakeServer(
    ways(),
    invitationAnswer(true),
    answer(acceptInvitation, () => refuse(403, 'Sign in first.', { code: 'sign_in' })),
  )
  await open('/invitation?token=abc')
  await press('Join Acme')

  await waitFor(() =>
    expect(left).toHaveBeenCalledWith('/api/v1/login?next=%2Finvitation%3Ftoken%3Dabc'),
  )
})

test('an invited newcomer chooses a password and is in', async () => {
  const left = spyOnRedirect()
  const server = fakeServer(
    ways(),
    invitationAnswer(false),
    answer(acceptInvitation, () => ({ state: 'joined' as const, organization })),
  )
  await open('/invitation?token=abc')
  expect(await screen.findByText('The invitation is for ben@acme.test.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Password'), 'a much better horse')
  await press('Join Acme')

  await waitFor(() => expect(left).toHaveBeenCalledWith('/'))
  expect(server.callsOf(acceptInvitation)[0]?.body).toEqual({
    token: 'abc',
    password: 'a much better horse',
  })
})
