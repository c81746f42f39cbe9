import { Modal } from 'antd'
import { useState } from 'react'
import { FilePicker } from './FilePicker.tsx'

type RunFilesDialogProps = {
  readonly name: string
  onClose(): void
  onSubmit(files: readonly File[]): void
}

/** Dialog for choosing the files of a run. */
export function RunFilesDialog({ name, onClose, onSubmit }: RunFilesDialogProps) {
  const [files, setFiles] = useState<readonly File[]>([])

  function handleContinue() {
    onClose()
    onSubmit(files)
  }
  return (
    <Modal
      open
      width={520}
      title={`Run ${name}`}
      okText="Continue"
      okButtonProps={{ disabled: files.length === 0 }}
      onOk={handleContinue}
      onCancel={onClose}
    >
      <FilePicker files={files} onChange={setFiles} />
    </Modal>
  )
}
