import { Modal } from 'antd'

type Props = {
  /** Names of the files that are not PDFs. */
  readonly names: readonly string[]
  onUpload(): void
  onCancel(): void
}

const MAX_NAMED_FILES = 5

/** Asks for confirmation before uploading files that will be converted to PDF for viewing. */
export function ConversionDialog({ names, onUpload, onCancel }: Props) {
  const omittedCount = names.length - MAX_NAMED_FILES
  return (
    <Modal
      open
      width={440}
      title="File Upload Warning"
      okText="Upload"
      onOk={onUpload}
      onCancel={onCancel}
    >
      <p>Your document will be converted to PDF.</p>
      <p className="faint">
        The PDF is for viewing and downloading. Values are extracted from the original file, which
        is not changed.
      </p>
      <ul className="conversion-names">
        {names.slice(0, MAX_NAMED_FILES).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {omittedCount > 0 && <li>{`and ${omittedCount} more`}</li>}
      </ul>
    </Modal>
  )
}
