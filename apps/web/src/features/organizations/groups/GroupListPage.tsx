import { TeamOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { DeleteDialog } from '../../../shared/feedback/DeleteDialog.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { actionsColumn } from '../../../shared/table/actions-column.tsx'
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
  const [openDialog, setOpenDialog] = useState<GroupDialogState>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <ListPage
        title="Groups"
        description="Members of a group can access everything that is shared with it, for as long as they belong to it."
        list={useQuery(groupList)}
        failureText="Failed to load the groups"
        create={{
          id: 'new-group',
          label: 'New group',
          onStart: () => setOpenDialog({ action: 'new' }),
        }}
        empty={{
          title: 'No groups yet',
          explanation:
            'A group consists of members who work together, such as a department. You can share projects, adapters, workflows and deployments with it.',
        }}
      >
        {(groups) => (
          <DataTable
            label="Groups"
            columns={columnsFor(setOpenDialog)}
            rows={groups}
            keyOf={({ id }) => String(id)}
            emptyText=""
          />
        )}
      </ListPage>
      {openDialog?.action === 'new' && <GroupDialog onClose={close} />}
      {openDialog?.action === 'edit' && <GroupDialog group={openDialog.group} onClose={close} />}
      {openDialog?.action === 'members' && (
        <GroupMembers group={openDialog.group} onClose={close} />
      )}
      {openDialog?.action === 'delete' && <DeleteGroup group={openDialog.group} onClose={close} />}
    </>
  )
}

type DeleteProps = { readonly group: Group; readonly onClose: () => void }

function DeleteGroup({ group, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteGroup()
  return (
    <DeleteDialog
      name={group.name}
      fallback="Failed to delete the group"
      onDelete={() => remove(group.id)}
      onClose={onClose}
    >
      Its members will stay in the organization but lose access to anything shared only with the
      group.
    </DeleteDialog>
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
        aria-label={`Members of ${group.name}: ${group.memberCount}`}
        onClick={() => onOpen({ action: 'members', group })}
      >
        {group.memberCount}
      </Button>
    ),
  },
  actionsColumn({
    width: 96,
    nameOf: ({ name }) => name,
    actions: [
      { label: 'Edit', run: (group) => onOpen({ action: 'edit', group }) },
      { label: 'Delete', run: (group) => onOpen({ action: 'delete', group }) },
    ],
  }),
]
