import { Modal } from 'antd'

type Props = {
  /** Of the files that are no PDF. */
  readonly names: readonly string[]
  onUpload(): void
  onCancel(): void
}

const NAMED = 5

/** Asks before files are uploaded of which a PDF is made to look at. */
export function ConversionDialog({ names, onUpload, onCancel }: Props) {
  const others = names.length - NAMED
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
        The PDF is for looking at and for downloading. Values are read from the file itself, which
        is kept as it is.
      </p>
      <ul className="conversion-names">
        {names.slice(0, NAMED).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {others > 0 && <li>{`and ${others} more`}</li>}
      </ul>
    </Modal>
  )
}
