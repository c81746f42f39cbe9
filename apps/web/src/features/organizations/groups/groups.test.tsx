import * as api from '@recto/contract/organizations/groups'
import { listMembers } from '@recto/contract/organizations/organizations'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, fakeServer, RefusedReply, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { GroupListPage } from './GroupListPage.tsx'

const invoices = {
  id: 1,
  name: 'Invoices',
  description: 'Who reads invoices',
  created_by: 7,
  member_count: 1,
  created_at: '2026-11-20T10:00:00Z',
  modified_at: '2026-11-20T10:00:00Z',
}
const ben = {
  user_id: 8,
  email: 'ben@acme.test',
  display_name: 'ben',
  is_service_account: false,
  joined_at: '2026-11-20T10:00:00Z',
}
const groups = (storedGroups = [invoices]) => answer(api.listGroups, () => [...storedGroups])

test('groups that do not come are told', async () => {
  fakeServer(answer(api.listGroups, () => new RefusedReply(500, '')))
  await show(<GroupListPage />)

  expect(await screen.findByText('Failed to load the groups')).toBeTruthy()
})

test('a name that is taken is said at its field', async () => {
  fakeServer(
    groups([]),
    answer(api.createGroup, () =>
      refuse(400, 'There is a group of this name.', { attr: 'name', code: 'unique' }),
    ),
  )
  await show(<GroupListPage />)
  const user = userEvent.setup()

  expect(await screen.findByText('No groups yet')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'New group' })[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Create group' }))
  expect(await screen.findByText('Enter a name')).toBeTruthy()
  await user.type(screen.getByLabelText('Name'), 'Invoices')
  await user.click(screen.getByRole('button', { name: 'Create group' }))

  expect(await screen.findByText('There is a group of this name.')).toBeTruthy()
})

test('people are put into a group and taken out of it, and it is deleted after a question', async () => {
  const server = fakeServer(
    groups(),
    answer(api.listGroupMembers, () => [ben]),
    answer(api.listGroupResources, () => [
      {
        resource_type: 'custom_tool' as const,
        resource_id: '22222222-2222-4222-8222-222222222222',
        name: 'Invoice fields',
      },
    ]),
    answer(listMembers, () => ({
      message: 'success' as const,
      count: 2,
      members: [
        {
          id: '8',
          email: 'ben@acme.test',
          role: 'user',
          is_admin: false,
          is_service_account: false,
        },
        {
          id: '9',
          email: 'cleo@acme.test',
          role: 'user',
          is_admin: false,
          is_service_account: false,
        },
      ],
    })),
    answer(api.addGroupMembers, () => ({ added_user_ids: [9] })),
    answer(api.removeGroupMember, () => undefined),
    answer(api.deleteGroup, () => undefined),
  )
  await show(<GroupListPage />)
  const user = userEvent.setup()

  await user.click(await screen.findByRole('button', { name: /^Members of Invoices: \d+$/ }))
  const shared = await screen.findByRole('region', { name: 'Shared with the group' })
  expect(within(shared).getByText('Invoice fields')).toBeTruthy()
  fireEvent.mouseDown(screen.getByLabelText('Add members'))
  await user.click(await screen.findByTitle('cleo@acme.test'))
  expect(screen.queryByTitle('ben@acme.test')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(server.callsOf(api.addGroupMembers)[0]?.body).toEqual({ user_ids: [9] }),
  )
  await user.click(screen.getByRole('button', { name: 'Remove ben@acme.test from the group' }))
  await waitFor(() => expect(server.callsOf(api.removeGroupMember)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Delete Invoices' }))
  expect(server.callsOf(api.deleteGroup)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.callsOf(api.deleteGroup)).toHaveLength(1))
})
