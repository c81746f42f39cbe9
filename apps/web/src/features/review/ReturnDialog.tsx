import { Input, Modal } from 'antd'
import { useState } from 'react'

type Props = { onReturn(reason: string): void; onClose(): void }

/** Lets an approver return a document with a note for the next reviewer. */
export function ReturnDialog({ onReturn, onClose }: Props) {
  const [reason, setReason] = useState('')
  const isBlank = reason.trim() === ''
  return (
    <Modal
      open
      title="Return with a reason"
      okText="Return"
      okButtonProps={{ disabled: isBlank }}
      onOk={() => onReturn(reason.trim())}
      onCancel={onClose}
    >
      <Input.TextArea
        autoFocus
        rows={4}
        aria-label="Reason"
        placeholder="What the next reviewer should know"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Modal>
  )
}
