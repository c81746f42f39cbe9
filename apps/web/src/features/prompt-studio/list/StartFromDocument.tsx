import { InboxOutlined, LoadingOutlined } from '@ant-design/icons'
import { type DragEvent, useRef, useState } from 'react'
import { acceptedFiles } from '../documents/check-file.ts'
import { useStartFromDocument } from './use-start-from-document.ts'
import './list.css'

/** One line on which a document is dropped, or chosen, to make a project of it. */
export function StartFromDocument() {
  const { step, start } = useStartFromDocument()
  const inputRef = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isBusy = step !== undefined

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isBusy) start(file)
  }

  return (
    <>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept={acceptedFiles}
        aria-label="Document to start with"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) start(file)
        }}
      />
      <button
        type="button"
        className="start-from-document"
        data-over={isOver}
        disabled={isBusy}
        onClick={() => inputRef.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        {isBusy ? <LoadingOutlined aria-hidden="true" /> : <InboxOutlined aria-hidden="true" />}
        <span>{step ?? 'Drop a document of your own here'}</span>
        {!isBusy && <small>Its fields are found and filled.</small>}
      </button>
      {/* Inside the button, it would not be part of the button's name. */}
      <span role="status" className="visually-hidden">
        {step}
      </span>
    </>
  )
}
