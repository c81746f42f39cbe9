import { Modal } from 'antd'
import { useState } from 'react'
import { DeploySection } from './DeployerPicker.tsx'
import { GroupPicker, PeoplePicker } from './pickers.tsx'
import { OwnerLine, SharedWithList } from './ReadOnlySharing.tsx'
import { SharingFailure } from './SharingFailure.tsx'
import type { SharedWith, SharingParty } from './sharing.ts'
import type { SharingSubmission } from './use-sharing-submission.ts'

type Props = {
  readonly name: string
  /** What the user may not do. */
  readonly note: string
  readonly sharing: SharedWith
  readonly people: readonly SharingParty[]
  readonly ownGroups: readonly SharingParty[]
  readonly submission: SharingSubmission
  readonly onClose: () => void
}

/** Shares with more people and groups, for users who may remove nobody. */
export function AddSharing({ name, note, sharing, submission, onClose, ...rest }: Props) {
  const [users, setUsers] = useState<readonly number[]>([])
  const [groups, setGroups] = useState<readonly number[]>([])
  const excludedIds = [...sharing.owners.map((owner) => owner.id), ...sharing.users]
  const freeGroups = rest.ownGroups.filter(({ id }) => !sharing.groups.includes(id))
  const apply = () =>
    submission.submit({
      users: [...sharing.users, ...users],
      groups: [...sharing.groups, ...groups],
      isOpen: undefined,
      owners: undefined,
      deployers: undefined,
    })

  return (
    <Modal
      open
      title={`Share ${name}`}
      okText="Apply"
      okButtonProps={{
        loading: submission.isPending,
        disabled: users.length + groups.length === 0,
      }}
      onOk={apply}
      onCancel={onClose}
    >
      <OwnerLine sharing={sharing} />
      <p>Shared with these people and groups:</p>
      <SharedWithList sharing={sharing} />
      <PeoplePicker
        label="Add users"
        excludedIds={excludedIds}
        initialPeople={rest.people}
        value={users}
        onChange={setUsers}
      />
      {freeGroups.length > 0 && (
        <GroupPicker
          label="Add groups that you are in"
          groups={freeGroups}
          value={groups}
          onChange={setGroups}
        />
      )}
      {sharing.deployRight && <DeploySection right={sharing.deployRight} />}
      <p className="faint">{note}.</p>
      <SharingFailure error={submission.error} />
    </Modal>
  )
}
