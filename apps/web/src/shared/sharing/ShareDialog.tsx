import type { SharingEndpoints } from '@recto/contract/organizations/sharing'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Radio } from 'antd'
import { useState } from 'react'
import { explain } from '../api/refusal.ts'
import { useAlerts } from '../feedback/alerts.tsx'
import { FailureState } from '../layout/FailureState.tsx'
import { type Refusable, useRefusalOf } from '../session/refusal-of.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { DeployerPicker } from './DeployerPicker.tsx'
import { GroupPicker, PeoplePicker } from './pickers.tsx'
import { ReadOnlySharing } from './ReadOnlySharing.tsx'
import { allGroups, searchPeople, sharingOf, useShare } from './sharing.queries.ts'
import type { ChosenDeployers, SharedWith, SharingParty } from './sharing.ts'

type Props = {
  readonly id: string
  readonly name: string
  /** Endpoints for this kind of resource. */
  readonly endpoints: SharingEndpoints
  /** Lists that show the sharing and become stale. */
  readonly lists: readonly Endpoint[]
  /** Whether resources of this kind are always available to everybody in the organization. */
  readonly isOpenToAll?: boolean
  /** Permission required for sharing; others can only view it. */
  readonly act?: Refusable
  readonly onClose: () => void
}

/**
 * Shares a resource with everybody in the organization, or with people and groups. Mount it to open
 * it.
 */
export function ShareDialog(props: Props) {
  const { id, name, endpoints, act, onClose } = props
  const refusalOf = useRefusalOf()
  const sharing = useQuery(sharingOf(endpoints, id))
  const peopleQuery = useQuery(searchPeople(''))
  const groups = useQuery(allGroups)
  const loadError = sharing.error ?? peopleQuery.error ?? groups.error
  const isReady = sharing.data && peopleQuery.data && groups.data

  if (isReady) {
    const refusal = act && refusalOf(act, factsOf(sharing.data))
    if (refusal) {
      const { people } = peopleQuery.data
      return (
        <ReadOnlySharing
          name={name}
          refusal={refusal}
          people={people}
          onClose={onClose}
          sharing={sharing.data}
        />
      )
    }
    return (
      <Choice {...props} sharing={sharing.data} members={peopleQuery.data} groups={groups.data} />
    )
  }
  const retry = () => {
    for (const { refetch } of [sharing, peopleQuery, groups]) void refetch()
  }
  return (
    <Modal open title={`Share ${name}`} footer={null} onCancel={onClose}>
      {loadError ? (
        <FailureState error={loadError} fallback="Failed to load the users" onRetry={retry} />
      ) : (
        <div className="bone" style={{ height: 120 }} aria-busy="true" />
      )}
    </Modal>
  )
}

function factsOf({ owners, users, isOpen }: SharedWith) {
  const [maker, ...coOwners] = owners.map((owner) => owner.id)
  return { created_by: maker ?? null, coOwners, sharedWith: users, shared_to_org: isOpen }
}

type ChoiceProps = Props & {
  readonly sharing: SharedWith
  readonly members: { readonly people: readonly SharingParty[]; readonly count: number }
  readonly groups: readonly SharingParty[]
}

/** Manages the selection of the dialog and applies it. */
function useChoice({ id, endpoints, lists, isOpenToAll, onClose, sharing }: ChoiceProps) {
  const alerts = useAlerts()
  const { mutate, isPending, error } = useShare(endpoints, lists)
  const previousOwners = sharing.owners.map((owner) => owner.id)
  const mayChangeOwners = useMayChangeOwners(previousOwners)
  const [choice, setChoice] = useState({
    ...sharing,
    owners: previousOwners as readonly number[],
    deployers: deployersOf(sharing),
  })
  const { users, groups, isOpen, owners, deployers } = choice

  const apply = () =>
    mutate(
      {
        id,
        users: users.filter((user) => !owners.includes(user)),
        groups,
        isOpen: isOpenToAll ? undefined : isOpen,
        owners: mayChangeOwners ? { before: previousOwners, after: owners } : undefined,
        deployers: mayChangeOwners && sharing.deployRight ? deployers : undefined,
      },
      {
        onSuccess: () => {
          alerts.success('Shared successfully')
          onClose()
        },
      },
    )
  const change = (changes: Partial<typeof choice>) => setChoice({ ...choice, ...changes })
  const isOwnerless = previousOwners.length > 0 && owners.length === 0
  return { choice, change, apply, isPending, error, mayChangeOwners, isOwnerless }
}

const deployersOf = ({ deployRight }: SharedWith): ChosenDeployers => ({
  users: deployRight?.users.map((user) => user.id) ?? [],
  groups: deployRight?.groups ?? [],
})

function Choice(props: ChoiceProps) {
  const { name, isOpenToAll, onClose, sharing, members, groups } = props
  const { choice, change, mayChangeOwners, ...rest } = useChoice(props)
  const { isOpen, owners } = choice

  return (
    <Modal
      open
      title={`Share ${name}`}
      okText="Apply"
      okButtonProps={{ loading: rest.isPending, disabled: rest.isOwnerless }}
      onOk={rest.apply}
      onCancel={onClose}
    >
      {mayChangeOwners ? (
        <PeoplePicker
          label="Owners"
          hint="Owners can edit, delete and share it. There must be at least one owner."
          knownPeople={sharing.owners}
          initialPeople={members.people}
          value={owners}
          onChange={(next) => change({ owners: next })}
        />
      ) : (
        <p className="faint">Owner: {sharing.owners.map((owner) => owner.name).join(', ')}</p>
      )}
      {isOpenToAll && (
        <p className="faint">
          Everyone in the organization can open it. The people you select here can also share it.
        </p>
      )}
      {members.count > 1 && !isOpenToAll && (
        <Radio.Group
          value={isOpen}
          onChange={({ target }) => change({ isOpen: target.value })}
          style={{ display: 'grid', gap: 8, marginBottom: 12 }}
          options={[
            { value: true, label: 'Share with everyone in current org' },
            { value: false, label: 'Share with selected users' },
          ]}
        />
      )}
      {(isOpenToAll || !isOpen) && (
        <>
          <PeoplePicker
            label="Users"
            excludedIds={owners}
            initialPeople={members.people}
            value={choice.users}
            onChange={(users) => change({ users })}
          />
          {groups.length > 0 && (
            <GroupPicker
              groups={groups}
              value={choice.groups}
              onChange={(next) => change({ groups: next })}
            />
          )}
        </>
      )}
      {sharing.deployRight && (
        <DeployerPicker
          right={sharing.deployRight}
          people={members.people}
          groups={groups}
          ownerIds={owners}
          value={choice.deployers}
          isReadOnly={!mayChangeOwners}
          onChange={(deployers) => change({ deployers })}
        />
      )}
      {rest.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginTop: 12 }}
          title={explain(rest.error, 'Failed to share')}
        />
      )}
    </Modal>
  )
}

/** Owners and admins may change the owners; the server has the same rule. */
function useMayChangeOwners(owners: readonly number[]): boolean {
  const { user } = useSignedIn()
  return user.isAdmin || owners.includes(Number(user.id))
}
