import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { acceptedFiles } from '../../prompt-studio/prompt-studio.port.ts'

type ButtonProps = {
  readonly children: ReactNode
  readonly isDisabled?: boolean
  readonly isPrimary?: boolean
  onFiles(files: readonly File[]): void
}

/** Button that opens the file dialog for several files. */
export function FileButton({ children, isDisabled, isPrimary, onFiles }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label="Files to upload"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        type={isPrimary ? 'primary' : 'default'}
        icon={<UploadOutlined />}
        disabled={isDisabled ?? false}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}

type DropProps = {
  readonly label: string
  readonly children: ReactNode
  onFiles(files: readonly File[]): void
}

/** Accepts dropped files. Keyboard users use the button in it. */
export function FileDrop({ label, children, onFiles }: DropProps) {
  const [isOver, setOver] = useState(false)
  const handleDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <section
      className="simple-drop"
      aria-label={label}
      data-over={isOver}
      onDragOver={handleDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
    </section>
  )
}
