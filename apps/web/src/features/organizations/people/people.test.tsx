import {
  deleteInvitation,
  inviteMembers,
  listInvitations,
} from '@recto/contract/organizations/invitations'
import { listMembers } from '@recto/contract/organizations/organizations'
import { changeRole, removeMembers } from '@recto/contract/organizations/people'
import { getRole, listRoles } from '@recto/contract/organizations/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  answer,
  fakeServer,
  RefusedReply,
  type Reply,
  refuse,
} from '../../../testing/fake-server.ts'
import { anaAtAcme, benAtAcme, startUpAnswers } from '../../../testing/people.ts'
import { open, show } from '../../../testing/show.tsx'
import { InviteUserPage } from './InviteUserPage.tsx'
import { UserListPage } from './UserListPage.tsx'

const member = (id: string, email: string, role: string) => ({
  id,
  email,
  role,
  is_admin: role === 'admin',
  is_service_account: false,
})
const organizationMembers = [
  member('7', 'ana@acme.test', 'admin'),
  member('8', 'ben@acme.test', 'recto_user'),
]
const admin = answer(getRole, () => ({ is_admin: true }))
const invitation = {
  id: '33333333-3333-4333-8333-333333333333',
  email: 'dora@acme.test',
  role: 'recto_reviewer',
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2026-11-27T10:00:00Z',
}
const members = (pending: (typeof invitation)[] = []) => [
  answer(listMembers, ({ query }) => {
    const matches = organizationMembers.filter(({ email }) => email.includes(query.search ?? ''))
    return { message: 'success' as const, members: matches, count: matches.length }
  }),
  answer(listInvitations, () => ({ message: 'success' as const, members: [...pending] })),
]
const roles = () =>
  answer(listRoles, () => ({
    message: 'success' as const,
    members: [
      { id: 'admin', name: 'admin', description: 'Manages everything.' },
      { id: 'user', name: 'recto_user', description: 'Builds projects.' },
      { id: 'reviewer', name: 'recto_reviewer', description: 'Checks values.' },
    ],
  }))

async function fillInvitation(email: string) {
  const user = userEvent.setup()
  const field = await screen.findByLabelText('Email')
  if (email) await user.type(field, email)
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  return user
}

test('[US-026, US-027] an address that is missing or none is not sent', async () => {
  const server = fakeServer(members(), roles())
  await show(<InviteUserPage />)

  const user = await fillInvitation('')
  expect(await screen.findByText('required!')).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), 'nobody')
  await user.click(screen.getByRole('button', { name: 'Invite' }))

  expect(await screen.findByText('Enter a valid email!')).toBeTruthy()
  await user.click(screen.getByLabelText('Email'))
  await user.paste(`${'x'.repeat(250)}@birch.example`)
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText('Enter at most 255 characters.')).toBeTruthy()
  expect(server.callsOf(inviteMembers)).toEqual([])
})

test('[US-030] a refused invitation says why', async () => {
  const message = [
    { email: 'ben@acme.test', status: 'failed' as const, message: 'ben@acme.test is a member.' },
  ]
  fakeServer(
    members(),
    roles(),
    answer(inviteMembers, () => ({ message })),
  )
  await show(<InviteUserPage />)

  await fillInvitation('ben@acme.test')

  expect(await screen.findByText('Failed to invite user, ben@acme.test is a member.')).toBeTruthy()
})

test('[US-031] a failure without a word of the server has words of its own', async () => {
  fakeServer(
    members(),
    roles(),
    answer(inviteMembers, () => new RefusedReply(500, '')),
  )
  await show(<InviteUserPage />)

  await fillInvitation('cleo@acme.test')

  expect(await screen.findByText('Failed to invite user')).toBeTruthy()
})

test('[US-035] roles that do not come are told', async () => {
  fakeServer(answer(listRoles, () => new RefusedReply(500, '')))
  await show(<InviteUserPage />)

  expect(await screen.findByText('Failed to load user roles')).toBeTruthy()
})

test('[US-013, US-014, US-018, US-029] an invitation starts with the usual role, by the names of the server', async () => {
  const server = fakeServer(
    members(),
    roles(),
    answer(inviteMembers, ({ body }) => ({
      message: body.users.map(({ email }) => ({
        email,
        status: 'success' as const,
        message: 'Invited.',
      })),
    })),
  )
  await show(<InviteUserPage />)

  await screen.findByLabelText('Email')
  expect(screen.getByText('Recto User')).toBeTruthy()
  await fillInvitation('cleo@acme.test')

  expect(await screen.findByText('Invited user successfully')).toBeTruthy()
  expect(server.callsOf(inviteMembers)[0]?.body).toEqual({
    users: [{ email: 'cleo@acme.test', role: 'recto_user' }],
  })
})

test('where no mail is sent, whoever invites hands the link over', async () => {
  const link = 'https://recto.test/invitation?token=abc'
  fakeServer(
    members(),
    roles(),
    answer(inviteMembers, () => ({
      message: [{ email: 'c@acme.test', status: 'success' as const, message: '', link }],
    })),
  )
  await show(<InviteUserPage />)

  await fillInvitation('c@acme.test')

  expect(await screen.findByLabelText('Invitation link')).toHaveProperty('value', link)
})

test('[US-034] a removal that fails says so, and the person stays', async () => {
  fakeServer(
    members(),
    answer(removeMembers, () => new RefusedReply(400, { status: 'failed', message: 'failed' })),
  )
  await show(<UserListPage />)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: 'Delete ben@acme.test' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Failed to delete user')).toBeTruthy()
  expect(screen.getByText('ben@acme.test')).toBeTruthy()
})

test('[US-010] people of an outside provider are shown and not changed', async () => {
  fakeServer(members())
  await show(<UserListPage />, { signedIn: { ...anaAtAcme, provider: 'Acme ID' } })

  const table = await screen.findByRole('table', { name: 'Users' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Invite User' })).toBeNull()
  expect(within(table).queryByRole('button', { name: /^Delete/ })).toBeNull()
})

test('who is no admin changes nobody', async () => {
  fakeServer(members())
  await show(<UserListPage />, { signedIn: benAtAcme })

  await screen.findByText('ana@acme.test')
  expect(screen.queryByRole('button', { name: /Delete|Edit|Invite/ })).toBeNull()
})

test('[US-008, US-009, US-020] the list has an address and a role for each, is searched, and asks before it deletes', async () => {
  const server = fakeServer(
    members(),
    answer(removeMembers, () => ({ status: 'success' as const, message: 'success' as const })),
  )
  await show(<UserListPage />)
  const user = userEvent.setup()
  const table = await screen.findByRole('table', { name: 'Users' })

  expect(within(table).getAllByRole('columnheader')).toHaveLength(3)
  expect(within(table).getByText('Recto User')).toBeTruthy()
  expect(within(table).getByRole('button', { name: 'Edit ben@acme.test' })).toBeTruthy()
  await user.type(screen.getByLabelText('Search users'), 'ben')
  await waitFor(() => expect(server.callsOf(listMembers).at(-1)?.query.search).toBe('ben'))
  await waitFor(() => expect(screen.queryByText('ana@acme.test')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Delete ben@acme.test' }))
  expect(server.callsOf(removeMembers)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.callsOf(removeMembers)).toHaveLength(1))
  expect(server.callsOf(removeMembers)[0]?.body).toEqual({ emails: ['ben@acme.test'] })
})

test('[US-007, US-023] the list and the form of an invitation have addresses of their own', async () => {
  fakeServer(startUpAnswers(), admin, members(), roles())
  const { router } = await open('/acme/users')
  const user = userEvent.setup()

  expect(await screen.findByRole('heading', { name: 'User Management' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Invite User' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/acme/users/invite'))
  expect(await screen.findByRole('heading', { name: 'Invite User' })).toBeTruthy()
})

test('[US-025] who comes to the form without a person is sent home', async () => {
  fakeServer(startUpAnswers(), admin, roles())
  const { router } = await open('/acme/users/edit')

  await waitFor(() => expect(router.state.location.pathname).toBe('/acme/tools'))
})

async function editBen(reply: Reply<typeof changeRole>) {
  const server = fakeServer(startUpAnswers(), admin, members(), roles(), answer(changeRole, reply))
  const { router } = await open('/acme/users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit ben@acme.test' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/acme/users/edit'))
  const field = await screen.findByLabelText('Email')
  expect(field).toHaveProperty('value', 'ben@acme.test')
  expect(field).toHaveProperty('readOnly', true)
  await act(async () => user.click(screen.getByRole('button', { name: 'Update' })))
  return server
}

test('[US-033] a role that could not be changed says so', async () => {
  await editBen(() => new RefusedReply(400, { status: 'failed', message: 'failed' }))

  expect(await screen.findByText('Failed to update user')).toBeTruthy()
})

test('[US-021, US-033] the refusal to demote the last admin is shown with its reason', async () => {
  await editBen(() => refuse(403, 'An organization must have at least one admin.'))

  const text = 'Failed to update user: An organization must have at least one admin.'
  expect(await screen.findByText(text)).toBeTruthy()
})

test('[US-024, US-028, US-032] the person of the row is edited: the role, not the address', async () => {
  const server = await editBen(() => ({ status: 'success', message: 'success' }))

  expect(await screen.findByText('User updated successfully')).toBeTruthy()
  expect(server.callsOf(changeRole)[0]?.body).toEqual({
    email: 'ben@acme.test',
    role: 'recto_user',
  })
})

test('who was invited and has not come is shown, is sent another link, and is uninvited', async () => {
  const server = fakeServer(
    members([invitation]),
    answer(inviteMembers, ({ body }) => ({
      message: body.users.map(({ email }) => ({
        email,
        status: 'success' as const,
        message: '',
        link: 'https://recto.test/invitation?token=new',
      })),
    })),
    answer(deleteInvitation, () => undefined),
  )
  await show(<UserListPage />)
  const user = userEvent.setup()
  const table = await screen.findByRole('table', { name: 'Pending invitations' })

  expect(within(table).getByText('Recto Reviewer')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Resend the invitation to dora@acme.test' }))
  expect(await screen.findByLabelText('Invitation link')).toHaveProperty(
    'value',
    'https://recto.test/invitation?token=new',
  )
  expect(server.callsOf(inviteMembers)[0]?.body.users).toEqual([
    { email: 'dora@acme.test', role: 'recto_reviewer' },
  ])
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(
    screen.getByRole('button', { name: 'Withdraw the invitation to dora@acme.test' }),
  )
  expect(server.callsOf(deleteInvitation)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(server.callsOf(deleteInvitation)[0]?.params.id).toBe(invitation.id))
})

test('invitations that do not come are told beside the people', async () => {
  fakeServer(
    members(),
    answer(listInvitations, () => new RefusedReply(500, '')),
  )
  await show(<UserListPage />)

  expect(await screen.findByText('Failed to load the invitations')).toBeTruthy()
  expect(await screen.findByText('ana@acme.test')).toBeTruthy()
})
