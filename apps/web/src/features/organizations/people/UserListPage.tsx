import { DeleteOutlined, EditOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Input, Pagination } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'
import { people } from './people.queries.ts'
import { type Colleague, type PeopleRequest, peopleOnPage, roleName } from './person.ts'
import { RemoveUser } from './RemoveUser.tsx'

/**
 * Lists the members of the organization with their roles. Members of an external identity provider
 * are managed there.
 */
export function UserListPage() {
  usePageTitle('User Management')
  const { provider, user } = useSignedIn()
  const navigate = useNavigate()
  const paths = usePaths()
  const [search, setSearch] = useState('')
  const debouncedSearch = useDebounced(search.trim(), 400)
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
        <Input
          allowClear
          type="search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search by email"
          aria-label="Search users"
          style={{ width: 220 }}
          onChange={({ target }) => setSearch(target.value)}
        />
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
        key={debouncedSearch}
        search={debouncedSearch}
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
  const { data, error, refetch } = useQuery({
    ...people(request),
    placeholderData: keepPreviousData,
  })
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the users" onRetry={retry} />
  }
  if (!data) return <ListSkeleton />
  return (
    <>
      <DataTable
        label="Users"
        columns={actions ? [...columns, actionsColumn(actions)] : columns}
        rows={data.people}
        keyOf={({ id }) => id}
        emptyText={`No results for “${search}”.`}
        ordering={request.ordering}
        onOrder={(ordering) =>
          setRequest({ ...request, page: 1, ordering: ordering as PeopleRequest['ordering'] })
        }
      />
      {data.count > peopleOnPage && (
        <Pagination
          style={{ marginTop: 12 }}
          current={request.page}
          pageSize={peopleOnPage}
          total={data.count}
          showSizeChanger={false}
          onChange={(page) => setRequest({ ...request, page })}
        />
      )}
    </>
  )
}

const actionsColumn = ({ onEdit, onRemove }: Actions): Column<Colleague> => ({
  key: 'actions',
  title: 'Actions',
  isTitleHidden: true,
  width: 96,
  align: 'right',
  render: (person) => (
    <span className="row-actions">
      <Button
        type="text"
        size="small"
        title="Edit"
        aria-label={`Edit ${person.email}`}
        icon={<EditOutlined />}
        onClick={() => onEdit(person)}
      />
      <Button
        type="text"
        size="small"
        title="Delete"
        aria-label={`Delete ${person.email}`}
        icon={<DeleteOutlined />}
        onClick={() => onRemove(person)}
      />
    </span>
  ),
})
