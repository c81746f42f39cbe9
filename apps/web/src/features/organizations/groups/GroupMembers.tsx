import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { searchPeople } from '../../../shared/sharing/sharing.queries.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { Group, GroupMember, GroupResource } from './group.ts'
import { membersOf, resourcesOfGroup, useAddToGroup, useRemoveFromGroup } from './groups.queries.ts'

type Props = { readonly group: Group; readonly onClose: () => void }

/** Lists the members of a group and the resources shared with it. */
export function GroupMembers({ group, onClose }: Props) {
  const { data: members, error, refetch } = useQuery(membersOf(group.id))
  const { data: resources = [] } = useQuery(resourcesOfGroup(group.id))
  const retry = () => void refetch()
  return (
    <Modal open width={560} title={`Members of ${group.name}`} footer={null} onCancel={onClose}>
      {error && !members && (
        <FailureState error={error} fallback="Failed to load the members" onRetry={retry} />
      )}
      {!error && !members && <div className="bone" style={{ height: 160 }} aria-busy="true" />}
      {members && (
        <>
          <AddMembers group={group} members={members} />
          <DataTable
            label={`Members of ${group.name}`}
            columns={columnsFor(group)}
            rows={members}
            keyOf={({ id }) => String(id)}
            emptyText="This group has no members yet."
            maxHeight={320}
          />
          <Shared resources={resources} />
        </>
      )}
    </Modal>
  )
}

type AddProps = { readonly group: Group; readonly members: readonly GroupMember[] }

function AddMembers({ group, members }: AddProps) {
  const id = useId()
  const [searchText, setSearchText] = useState('')
  const [selectedPeople, setSelectedPeople] = useState<readonly { value: number; label: string }[]>(
    [],
  )
  const { data } = useQuery(searchPeople(useDebounced(searchText.trim(), 300)))
  const { mutate, isPending, error } = useAddToGroup()
  const isIn = new Set(members.map((member) => member.id))
  const options = (data?.people ?? [])
    .filter((person) => !isIn.has(person.id))
    .map((person) => ({ value: person.id, label: person.name }))

  const add = () =>
    mutate(
      { id: group.id, userIds: selectedPeople.map(({ value }) => value) },
      { onSuccess: () => setSelectedPeople([]) },
    )
  return (
    <div style={{ marginBottom: 12 }}>
      <label htmlFor={id}>Add members</label>
      <div style={{ display: 'flex', gap: 8 }}>
        <Select
          id={id}
          mode="multiple"
          labelInValue
          style={{ flex: 1, minWidth: 0 }}
          placeholder="Search by email"
          showSearch={{ optionFilterProp: 'label', onSearch: setSearchText }}
          value={[...selectedPeople]}
          options={options}
          onChange={(next: { value: number; label: string }[]) => setSelectedPeople(next)}
        />
        <Button
          type="primary"
          disabled={selectedPeople.length === 0}
          loading={isPending}
          onClick={add}
        >
          Add
        </Button>
      </div>
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginTop: 8 }}
          title={explain(error, 'Failed to add the members')}
        />
      )}
    </div>
  )
}

const columnsFor = (group: Group): Column<GroupMember>[] => [
  { key: 'email', title: 'Email', sortBy: ({ email }) => email, render: ({ email }) => email },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: 56,
    align: 'right',
    render: (member) => <RemoveMember group={group} member={member} />,
  },
]

type RemoveMemberProps = { readonly group: Group; readonly member: GroupMember }

function RemoveMember({ group, member }: RemoveMemberProps) {
  const alerts = useAlerts()
  const { mutate, isPending } = useRemoveFromGroup()
  return (
    <Button
      type="text"
      size="small"
      title="Remove from the group"
      aria-label={`Remove ${member.email} from the group`}
      icon={<CloseOutlined />}
      loading={isPending}
      onClick={() =>
        mutate(
          { id: group.id, userId: member.id },
          { onError: (refusal) => alerts.showError(refusal, 'Failed to remove the member') },
        )
      }
    />
  )
}

const kindNames: Readonly<Record<GroupResource['kind'], string>> = {
  adapter_instance: 'Adapter',
  connector_instance: 'Connector',
  lookup_table: 'Lookup table',
  custom_tool: 'Project',
  workflow: 'Workflow',
  api_deployment: 'API deployment',
  pipeline: 'Pipeline',
}

function Shared({ resources }: { readonly resources: readonly GroupResource[] }) {
  if (resources.length === 0) return null
  return (
    <section aria-label="Shared with the group" style={{ marginTop: 16 }}>
      <h3 style={{ margin: '0 0 4px', fontSize: 14 }}>Shared with the group</h3>
      <ul style={{ margin: 0, paddingLeft: 18, maxHeight: 160, overflow: 'auto' }}>
        {resources.map(({ id, kind, name }) => (
          <li key={id}>
            {name} <span className="faint">{kindNames[kind]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
