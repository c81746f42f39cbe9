import { Modal } from 'antd'
import { DocumentTable } from './DocumentTable.tsx'
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
