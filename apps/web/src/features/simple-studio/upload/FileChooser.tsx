import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { usualFiles } from '../../prompt-studio/prompt-studio.port.ts'

type ButtonProps = {
  readonly children: ReactNode
  readonly isDisabled?: boolean
  readonly isPrimary?: boolean
  onFiles(files: readonly File[]): void
}

/** Opens the dialog of the system, for several files at once. */
export function FileButton({ children, isDisabled, isPrimary, onFiles }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={usualFiles}
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

/** Takes files that are dropped on what it holds. The button in it is for the keyboard. */
export function FileDrop({ label, children, onFiles }: DropProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <section
      className="simple-drop"
      aria-label={label}
      data-over={isOver}
      onDragOver={over}
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
