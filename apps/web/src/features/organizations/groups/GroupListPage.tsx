import { DeleteOutlined, EditOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import type { Group } from './group.ts'
import { groupList, useDeleteGroup } from './groups.queries.ts'

type GroupDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'members' | 'delete'; readonly group: Group }

/** Lists groups of members that resources can be shared with. */
export function GroupListPage() {
  usePageTitle('Groups')
  const { data: groups, error, refetch } = useQuery(groupList)
  const [openDialog, setOpenDialog] = useState<GroupDialogState>()
  const close = () => setOpenDialog(undefined)
  const startNew = () => setOpenDialog({ action: 'new' })
  const retry = () => void refetch()
  return (
    <div className="page">
      <PageHeader
        title="Groups"
        description="Members of a group can access everything that is shared with it, for as long as they belong to it."
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
          New group
        </Button>
      </PageHeader>
      {error && !groups && (
        <FailureState error={error} fallback="Failed to load the groups" onRetry={retry} />
      )}
      {!error && !groups && <ListSkeleton />}
      {groups?.length === 0 && <NoGroups onNew={startNew} />}
      {groups && groups.length > 0 && (
        <DataTable
          label="Groups"
          columns={columnsFor(setOpenDialog)}
          rows={groups}
          keyOf={({ id }) => String(id)}
          emptyText=""
        />
      )}
      {openDialog?.action === 'new' && <GroupDialog onClose={close} />}
      {openDialog?.action === 'edit' && <GroupDialog group={openDialog.group} onClose={close} />}
      {openDialog?.action === 'members' && (
        <GroupMembers group={openDialog.group} onClose={close} />
      )}
      {openDialog?.action === 'delete' && <DeleteGroup group={openDialog.group} onClose={close} />}
    </div>
  )
}

function NoGroups({ onNew }: { readonly onNew: () => void }) {
  return (
    <div className="sheet">
      <EmptyState
        title="No groups yet"
        explanation="A group consists of members who work together, such as a department. You can share projects, adapters, workflows and deployments with it."
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onNew}>
          New group
        </Button>
      </EmptyState>
    </div>
  )
}

type DeleteProps = { readonly group: Group; readonly onClose: () => void }

function DeleteGroup({ group, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteGroup()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${group.name}?`}
      okText="Delete"
      fallback="Failed to delete the group"
      onConfirm={() => remove(group.id)}
      onClose={onClose}
    >
      Its members will stay in the organization but lose access to anything shared only with the
      group.
    </ConfirmDialog>
  )
}

const columnsFor = (onOpen: (dialog: GroupDialogState) => void): Column<Group>[] => [
  {
    key: 'name',
    title: 'Name',
    sortBy: ({ name }) => name,
    render: ({ name, description }) => (
      <>
        <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>
        {description && (
          <small className="faint" style={{ display: 'block', overflowWrap: 'anywhere' }}>
            {description}
          </small>
        )}
      </>
    ),
  },
  {
    key: 'members',
    title: 'Members',
    width: 140,
    sortBy: ({ memberCount }) => memberCount,
    render: (group) => (
      <Button
        size="small"
        icon={<TeamOutlined aria-hidden="true" />}
        aria-label={`Members of ${group.name}`}
        onClick={() => onOpen({ action: 'members', group })}
      >
        {group.memberCount}
      </Button>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: 96,
    align: 'right',
    render: (group) => (
      <span className="row-actions">
        <Button
          type="text"
          size="small"
          title="Edit"
          aria-label={`Edit ${group.name}`}
          icon={<EditOutlined />}
          onClick={() => onOpen({ action: 'edit', group })}
        />
        <Button
          type="text"
          size="small"
          title="Delete"
          aria-label={`Delete ${group.name}`}
          icon={<DeleteOutlined />}
          onClick={() => onOpen({ action: 'delete', group })}
        />
      </span>
    ),
  },
]
