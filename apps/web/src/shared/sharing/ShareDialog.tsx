import type { SharingEndpoints } from '@recto/contract/organizations/sharing'
import type { SharedNoun } from '@recto/contract/policy/policy-of-sharing'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { FailureState } from '../layout/FailureState.tsx'
import { AddSharing } from './AddSharing.tsx'
import { DeployerPicker } from './DeployerPicker.tsx'
import { GroupPicker, PeoplePicker } from './pickers.tsx'
import { ReadOnlySharing } from './ReadOnlySharing.tsx'
import { SharingFailure } from './SharingFailure.tsx'
import { allGroups, ownGroups, searchPeople, sharingOf } from './sharing.queries.ts'
import type { ChosenDeployers, SharedWith, SharingParty } from './sharing.ts'
import { useSharingRight } from './use-sharing-right.ts'
import { type SharingSubmission, useSharingSubmission } from './use-sharing-submission.ts'

type Props = {
  readonly id: string
  readonly name: string
  /** Kind of the resource, whose policy says who may change its sharing. */
  readonly noun: SharedNoun
  /** Endpoints for this kind of resource. */
  readonly endpoints: SharingEndpoints
  /** Lists that show the sharing and become stale. */
  readonly lists: readonly Endpoint[]
  /**
   * Whether people can be named even while everybody in the organization can open it: they may share it
   * further, and run it if it is a pipeline.
   */
  readonly namesPeopleWhenOpen?: boolean
  readonly onClose: () => void
}

/**
 * Shares a resource with everybody in the organization, or with people and groups. Mount it to open
 * it. Who may not share it sees with whom it is shared.
 */
export function ShareDialog(props: Props) {
  const { id, name, noun, endpoints, onClose } = props
  const rightOf = useSharingRight(noun)
  const sharing = useQuery(sharingOf(endpoints, id))
  const people = useQuery(searchPeople(''))
  const groups = useQuery(allGroups)
  const memberships = useQuery(ownGroups)
  const submission = useSharingSubmission(props)
  const queries = [sharing, people, groups, memberships]

  if (!sharing.data || !people.data || !groups.data || !memberships.data) {
    const loadError = queries.find(({ error }) => error !== null)?.error
    const retry = () => {
      for (const { refetch } of queries) void refetch()
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
  const right = rightOf(sharing.data, memberships.data)
  switch (right.kind) {
    case 'view':
      return (
        <ReadOnlySharing
          name={name}
          refusal={right.refusal}
          sharing={sharing.data}
          onClose={onClose}
        />
      )
    case 'add':
      return (
        <AddSharing
          name={name}
          note={right.note}
          sharing={sharing.data}
          people={people.data.people}
          ownGroups={memberships.data}
          submission={submission}
          onClose={onClose}
        />
      )
    case 'change':
      return (
        <Choice
          {...props}
          sharing={sharing.data}
          members={people.data}
          groups={groups.data}
          submission={submission}
        />
      )
  }
}

type ChoiceProps = Props & {
  readonly sharing: SharedWith
  readonly members: { readonly people: readonly SharingParty[]; readonly count: number }
  readonly groups: readonly SharingParty[]
  readonly submission: SharingSubmission
}

/** Manages the selection of the dialog and applies it. */
function useChoice({ sharing, submission }: ChoiceProps) {
  const previousOwners = sharing.owners.map((owner) => owner.id)
  const [choice, setChoice] = useState({
    ...sharing,
    owners: previousOwners as readonly number[],
    deployers: deployersOf(sharing),
  })
  const { users, groups, isOpen, owners, deployers } = choice

  const apply = () =>
    submission.submit({
      users: users.filter((user) => !owners.includes(user)),
      groups,
      isOpen,
      owners: { before: previousOwners, after: owners },
      deployers: sharing.deployRight ? deployers : undefined,
    })
  const change = (changes: Partial<typeof choice>) => setChoice({ ...choice, ...changes })
  const isOwnerless = previousOwners.length > 0 && owners.length === 0
  return { choice, change, apply, isOwnerless }
}

const deployersOf = ({ deployRight }: SharedWith): ChosenDeployers => ({
  users: deployRight?.users.map((user) => user.id) ?? [],
  groups: deployRight?.groups ?? [],
})

/** The selection of owners and admins, who may change everything. */
function Choice(props: ChoiceProps) {
  const { name, namesPeopleWhenOpen, onClose, sharing, members, groups, submission } = props
  const { choice, change, apply, isOwnerless } = useChoice(props)
  const { isOpen, owners } = choice

  return (
    <Modal
      open
      title={`Share ${name}`}
      okText="Apply"
      okButtonProps={{ loading: submission.isPending, disabled: isOwnerless }}
      onOk={apply}
      onCancel={onClose}
    >
      <PeoplePicker
        label="Owners"
        hint="Owners can edit, delete and share it. There must be at least one owner."
        knownPeople={sharing.owners}
        initialPeople={members.people}
        value={owners}
        onChange={(next) => change({ owners: next })}
      />
      {members.count > 1 && (
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
      {namesPeopleWhenOpen && isOpen && (
        <p className="faint">
          Everyone in the organization can open it. The people you select here can also share it.
        </p>
      )}
      {(namesPeopleWhenOpen || !isOpen) && (
        <>
          <PeoplePicker
            label="Users"
            excludedIds={owners}
            knownPeople={sharing.parties.users}
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
          onChange={(deployers) => change({ deployers })}
        />
      )}
      <SharingFailure error={submission.error} />
    </Modal>
  )
}
