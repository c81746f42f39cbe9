import { Modal } from 'antd'
import { useIsRunning } from '../runs/runs.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import { useIndexing } from './indexing.tsx'
import { UploadButton } from './UploadButton.tsx'
import { UploadList } from './UploadList.tsx'

/** All documents of the project: adding, selecting, indexing and deleting them. */
export function ManageDocuments({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal
      open
      width={1400}
      footer={null}
      mask={{ closable: false }}
      title="Manage Document Variants"
      onCancel={onClose}
    >
      <div className="manage-head">
        <h3>Uploaded files</h3>
        <BlockedNote />
        <UploadButton>Upload New File</UploadButton>
      </div>
      <UploadList />
      {/* A document is selected at once, so that closing the dialog loses nothing. */}
      <div data-keeps-drafts>
        <DocumentTable />
      </div>
    </Modal>
  )
}

/** Says why the controls of the documents are disabled. */
function BlockedNote() {
  const { isBusy: isIndexing } = useIndexing()
  const isRunning = useIsRunning()
  const activity = isIndexing
    ? 'one is being indexed'
    : isRunning
      ? 'prompts are running'
      : undefined
  return (
    <p role="status" className="faint">
      {activity && `No document can be selected, indexed or deleted while ${activity}.`}
    </p>
  )
}
