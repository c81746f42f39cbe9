import type { Endpoint } from '@recto/contract/endpoint'
import type { SharingEndpoints } from '@recto/contract/sharing'
import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { explain } from '../api/refusal.ts'
import { useDebounced } from '../browser/use-debounced.ts'
import { useAlerts } from '../feedback/alerts.tsx'
import { FailureState } from '../layout/FailureState.tsx'
import { allGroups, peopleFound, sharingOf, useShare } from './sharing.queries.ts'
import type { Named, SharedWith } from './sharing.ts'

type Props = {
  readonly id: string
  readonly name: string
  /** The calls of this kind of thing. */
  readonly endpoints: SharingEndpoints
  /** What shows with whom things are shared. */
  readonly lists: readonly Endpoint[]
  readonly onClose: () => void
}

/** Shares a thing with everybody in the organization, or with people and groups. Mount it to open it. */
export function ShareDialog({ id, name, endpoints, lists, onClose }: Props) {
  const sharing = useQuery(sharingOf(endpoints, id))
  const everybody = useQuery(peopleFound(''))
  const groups = useQuery(allGroups)
  const failed = sharing.error ?? everybody.error ?? groups.error
  const isReady = sharing.data && everybody.data && groups.data

  if (isReady) {
    return (
      <Choice
        id={id}
        name={name}
        endpoints={endpoints}
        lists={lists}
        onClose={onClose}
        sharing={sharing.data}
        everybody={everybody.data}
        groups={groups.data}
      />
    )
  }
  const retry = () => {
    for (const { refetch } of [sharing, everybody, groups]) void refetch()
  }
  return (
    <Modal open title={`Share ${name}`} footer={null} onCancel={onClose}>
      {failed ? (
        <FailureState error={failed} fallback="Failed to load the users" onRetry={retry} />
      ) : (
        <div className="bone" style={{ height: 120 }} aria-busy="true" />
      )}
    </Modal>
  )
}

type ChoiceProps = Props & {
  readonly sharing: SharedWith
  readonly everybody: { readonly people: readonly Named[]; readonly count: number }
  readonly groups: readonly Named[]
}

function Choice({ id, name, endpoints, lists, onClose, ...known }: ChoiceProps) {
  const { sharing, everybody, groups } = known
  const alerts = useAlerts()
  const { mutate, isPending, error } = useShare(endpoints, lists)
  const [isOpen, setOpen] = useState(sharing.isOpen)
  const [users, setUsers] = useState(sharing.users)
  const [chosenGroups, setGroups] = useState(sharing.groups)

  const apply = () =>
    mutate(
      { id, users, groups: chosenGroups, isOpen },
      {
        onSuccess: () => {
          alerts.success('Shared successfully')
          onClose()
        },
      },
    )

  return (
    <Modal
      open
      title={`Share ${name}`}
      okText="Apply"
      okButtonProps={{ loading: isPending }}
      onOk={apply}
      onCancel={onClose}
    >
      <p className="faint">Owner: {sharing.owners.map((owner) => owner.name).join(', ')}</p>
      {everybody.count > 1 && (
        <Radio.Group
          value={isOpen}
          onChange={({ target }) => setOpen(target.value)}
          style={{ display: 'grid', gap: 8, marginBottom: 12 }}
          options={[
            { value: true, label: 'Share with everyone in current org' },
            { value: false, label: 'Share with chosen users' },
          ]}
        />
      )}
      {!isOpen && (
        <>
          <People
            owners={sharing.owners}
            first={everybody.people}
            value={users}
            onChange={setUsers}
          />
          {groups.length > 0 && (
            <Groups groups={groups} value={chosenGroups} onChange={setGroups} />
          )}
        </>
      )}
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginTop: 12 }}
          title={explain(error, 'Failed to share')}
        />
      )}
    </Modal>
  )
}

type PeopleProps = {
  readonly owners: readonly Named[]
  readonly first: readonly Named[]
  readonly value: readonly number[]
  onChange(value: readonly number[]): void
}

/** Owners have it anyway, and are no choice. */
function People({ owners, first, value, onChange }: PeopleProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { data } = useQuery(peopleFound(useDebounced(typed.trim(), 300)))
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(
    () => new Map(first.map((one) => [one.id, one.name])),
  )
  const found = data?.people ?? first
  const names = new Map([...known, ...found.map((one) => [one.id, one.name] as const)])
  const options = [...names]
    .filter(([key]) => !owners.some((owner) => owner.id === key))
    .map(([key, name]) => ({ value: key, label: name }))
  return (
    <div style={{ marginBottom: 12 }}>
      <label htmlFor={id}>Users</label>
      <Select
        id={id}
        mode="multiple"
        style={{ width: '100%' }}
        placeholder="Search by email"
        showSearch={{ optionFilterProp: 'label', onSearch: setTyped }}
        value={[...value]}
        options={options}
        onChange={(chosen: number[]) => {
          setKnown(names)
          onChange(chosen)
        }}
      />
    </div>
  )
}

type GroupsProps = {
  readonly groups: readonly Named[]
  readonly value: readonly number[]
  onChange(value: readonly number[]): void
}

function Groups({ groups, value, onChange }: GroupsProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>Groups</label>
      <Select
        id={id}
        mode="multiple"
        style={{ width: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={[...value]}
        options={groups.map((group) => ({ value: group.id, label: group.name }))}
        onChange={(chosen: number[]) => onChange(chosen)}
      />
    </div>
  )
}
