import { Modal } from 'antd'
import { DeploySection } from './DeployerPicker.tsx'
import type { SharedWith } from './sharing.ts'

type Props = {
  readonly name: string
  readonly refusal: string
  readonly sharing: SharedWith
  readonly onClose: () => void
}

/** Shows the sharing, for users who cannot change it. */
export function ReadOnlySharing({ name, refusal, sharing, onClose }: Props) {
  const { isOpen } = sharing
  return (
    <Modal open title={`Share ${name}`} footer={null} onCancel={onClose}>
      <OwnerLine sharing={sharing} />
      <p>
        {isOpen ? 'Shared with everyone in the current organization' : 'Shared with selected users'}
      </p>
      <SharedWithList sharing={sharing} />
      {sharing.deployRight && <DeploySection right={sharing.deployRight} />}
      <p className="faint">{refusal}.</p>
    </Modal>
  )
}

type SharingProps = Pick<Props, 'sharing'>

export const OwnerLine = ({ sharing: { owners } }: SharingProps) => (
  <p className="faint">Owner: {owners.map((owner) => owner.name).join(', ')}</p>
)

/** People and groups with whom it is shared; nothing if there are none. */
export function SharedWithList({ sharing: { parties } }: SharingProps) {
  if (parties.users.length + parties.groups.length === 0) return null
  return (
    <ul aria-label="Shared with">
      {parties.users.map(({ id, name }) => (
        <li key={`user ${id}`}>{name}</li>
      ))}
      {parties.groups.map(({ id, name }) => (
        <li key={`group ${id}`}>{name} (group)</li>
      ))}
    </ul>
  )
}
