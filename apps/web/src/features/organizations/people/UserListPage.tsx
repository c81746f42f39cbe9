import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { useListSearch } from '../../../shared/list/use-list-search.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { actionsColumn } from '../../../shared/table/actions-column.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'
import { people } from './people.queries.ts'
import { type Colleague, type PeopleRequest, peopleOnPage, roleName } from './person.ts'
import { RemoveUser } from './RemoveUser.tsx'

const userSearch = { label: 'Search users', placeholder: 'Search by email', delayMs: 400 }

/**
 * Lists the members of the organization with their roles. Members of an external identity provider
 * are managed there.
 */
export function UserListPage() {
  usePageTitle('User Management')
  const { provider, user } = useSignedIn()
  const navigate = useNavigate()
  const paths = usePaths()
  const { box, text } = useListSearch(userSearch)
  const [personToRemove, setPersonToRemove] = useState<Colleague>()
  const isManaged = provider === '' && user.isAdmin
  const explanation = isManaged
    ? 'The members of the organization and their roles.'
    : provider
      ? `The members of the organization and their roles, which are managed in ${provider}.`
      : 'The members of the organization and their roles. Only admins can change them.'

  return (
    <div className="page">
      <PageHeader title="User Management" description={explanation}>
        {box}
        {isManaged && (
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => void navigate({ to: paths.inviteUser() })}
          >
            Invite User
          </Button>
        )}
      </PageHeader>
      <Users
        key={text}
        search={text}
        actions={
          isManaged
            ? {
                onEdit: (person) =>
                  void navigate({
                    to: paths.editUser(),
                    state: { person } as Record<string, unknown>,
                  }),
                onRemove: setPersonToRemove,
              }
            : undefined
        }
      />
      {isManaged && <PendingInvitations />}
      {personToRemove && (
        <RemoveUser person={personToRemove} onClose={() => setPersonToRemove(undefined)} />
      )}
    </div>
  )
}

type Actions = { onEdit(person: Colleague): void; onRemove(person: Colleague): void }

type UsersProps = { readonly search: string; readonly actions: Actions | undefined }

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

function Users({ search, actions }: UsersProps) {
  const [request, setRequest] = useState<PeopleRequest>({ page: 1, search, ordering: 'email' })
  const query = useQuery({ ...people(request), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} failureText="Failed to load the users">
      {(page) => (
        <>
          <DataTable
            label="Users"
            columns={actions ? [...columns, userActions(actions)] : columns}
            rows={page.people}
            keyOf={({ id }) => id}
            emptyText={`No results for “${search}”.`}
            ordering={request.ordering}
            onOrder={(ordering) =>
              setRequest({ ...request, page: 1, ordering: ordering as PeopleRequest['ordering'] })
            }
          />
          {page.count > peopleOnPage && (
            <Pagination
              style={{ marginTop: 12 }}
              current={request.page}
              pageSize={peopleOnPage}
              total={page.count}
              showSizeChanger={false}
              onChange={(page) => setRequest({ ...request, page })}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

const userActions = ({ onEdit, onRemove }: Actions): Column<Colleague> =>
  actionsColumn({
    width: 96,
    nameOf: ({ email }) => email,
    actions: [
      { label: 'Edit', run: onEdit },
      { label: 'Delete', run: onRemove },
    ],
  })
