import { Modal } from 'antd'
import type { SharedWith, SharingParty } from './sharing.ts'

type Props = {
  readonly name: string
  readonly refusal: string
  readonly sharing: SharedWith
  readonly people: readonly SharingParty[]
  readonly onClose: () => void
}

/** Shows the sharing, for users who cannot change it. */
export function ReadOnlySharing({ name, refusal, sharing, people, onClose }: Props) {
  const { owners, users, isOpen } = sharing
  const nameOf = (id: number) => people.find((person) => person.id === id)?.name ?? 'Someone else'
  return (
    <Modal open title={`Share ${name}`} footer={null} onCancel={onClose}>
      <p className="faint">Owner: {owners.map((owner) => owner.name).join(', ')}</p>
      <p>
        {isOpen ? 'Shared with everyone in the current organization' : 'Shared with selected users'}
      </p>
      <ul aria-label="Shared with">
        {users.map((id) => (
          <li key={id}>{nameOf(id)}</li>
        ))}
      </ul>
      <p className="faint">{refusal}.</p>
    </Modal>
  )
}
