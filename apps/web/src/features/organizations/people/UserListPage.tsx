import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rowsOf } from '../../../shared/layout/Loaded.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListPages, pageIn } from '../../../shared/list/ListPages.tsx'
import { useListSearch } from '../../../shared/list/use-list-search.tsx'
import {
  oneOf,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { actionsColumn } from '../../../shared/table/actions-column.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'
import { people } from './people.queries.ts'
import { type Colleague, peopleOnPage, peopleOrderings, roleName } from './person.ts'
import { RemoveUser } from './RemoveUser.tsx'

const firstPage = { page: undefined }
const userSearch = { label: 'Search users', placeholder: 'Search by email', delayMs: 400 }

const columns: Column<Colleague>[] = [
  { key: 'email', title: 'Email', orderBy: 'email', render: ({ email }) => email },
  {
    key: 'role',
    title: 'Role',
    width: '30%',
    orderBy: 'role',
    render: ({ role }) => roleName(role, false),
  },
]

/**
 * Lists the members of the organization with their roles. Members of an external identity provider
 * are managed there.
 */
export function UserListPage() {
  const { provider, user } = useSignedIn()
  const navigate = useNavigate()
  const paths = usePaths()
  const { box, text } = useListSearch(userSearch, firstPage)
  const change = useChangeAddressSearch()
  const address = useAddressSearch()
  const request = {
    page: pageIn(address.page),
    search: text,
    ordering: oneOf(peopleOrderings, address.ordering),
  }
  const query = useQuery({ ...people(request), placeholderData: keepPreviousData })
  const [personToRemove, setPersonToRemove] = useState<Colleague>()
  const isManaged = provider === '' && user.isAdmin
  const actions: Actions = {
    onEdit: (person) =>
      void navigate({ to: paths.editUser(), state: { person } as Record<string, unknown> }),
    onRemove: setPersonToRemove,
  }
  const explanation = isManaged
    ? 'The members of the organization and their roles.'
    : provider
      ? `The members of the organization and their roles, which are managed in ${provider}.`
      : 'The members of the organization and their roles. Only admins can change them.'

  return (
    <>
      <ListPage
        title="User Management"
        description={explanation}
        list={rowsOf(query, (page) => page.people)}
        failureText="Failed to load the users"
        filters={box}
        create={
          isManaged
            ? {
                id: 'invite-user',
                label: 'Invite User',
                onStart: () => void navigate({ to: paths.inviteUser() }),
              }
            : undefined
        }
        footer={isManaged && <PendingInvitations />}
      >
        {(rows) => (
          <>
            <DataTable
              label="Users"
              columns={isManaged ? [...columns, userActions(actions)] : columns}
              rows={rows}
              keyOf={({ id }) => id}
              emptyText={text ? `No results for “${text}”.` : 'No members.'}
              ordering={request.ordering}
              onOrder={(ordering) => change({ ordering, page: undefined })}
            />
            <ListPages
              page={request.page}
              pageSize={peopleOnPage}
              count={query.data?.count ?? 0}
              onChange={(page) => change({ page: page === 1 ? undefined : page })}
            />
          </>
        )}
      </ListPage>
      {personToRemove && (
        <RemoveUser person={personToRemove} onClose={() => setPersonToRemove(undefined)} />
      )}
    </>
  )
}

type Actions = { onEdit(person: Colleague): void; onRemove(person: Colleague): void }

const userActions = ({ onEdit, onRemove }: Actions): Column<Colleague> =>
  actionsColumn({
    width: 96,
    nameOf: ({ email }) => email,
    actions: [
      { label: 'Edit', run: onEdit },
      { label: 'Delete', run: onRemove },
    ],
  })
