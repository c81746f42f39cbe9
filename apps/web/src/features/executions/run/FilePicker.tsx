import { DeleteOutlined, FileOutlined, InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, useId, useState } from 'react'

type Props = {
  readonly files: readonly File[]
  onChange(files: readonly File[]): void
}

/** Collects files, by choosing or dropping them. */
export function FilePicker({ files, onChange }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const add = (newFiles: FileList | null) => onChange(distinct([...files, ...(newFiles ?? [])]))

  function handleDragOver(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }

  return (
    <div className="file-picker">
      <input
        id={id}
        type="file"
        multiple
        className="visually-hidden"
        onChange={({ target }) => {
          add(target.files)
          // Resets the input, so that a removed file can be chosen again.
          target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className="file-drop"
        data-over={isOver}
        onDragOver={handleDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <InboxOutlined aria-hidden="true" />
        <strong>Choose files or drop them here</strong>
        <small>PDF, text, office documents and images</small>
      </label>
      <ul aria-label="Selected files">
        {files.map((file) => (
          <li key={nameAndSize(file)}>
            <FileOutlined aria-hidden="true" />
            <span>{file.name}</span>
            <small className="mono">{kilobytes(file)}</small>
            <Button
              type="text"
              size="small"
              aria-label={`Remove ${file.name}`}
              icon={<DeleteOutlined />}
              onClick={() => onChange(files.filter((otherFile) => otherFile !== file))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const nameAndSize = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const distinct = (files: readonly File[]): readonly File[] => [
  ...new Map(files.map((file) => [nameAndSize(file), file])).values(),
]

const kilobytes = ({ size }: File) => `${Math.max(1, Math.round(size / 1024))} KB`
