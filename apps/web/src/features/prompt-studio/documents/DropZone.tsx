import { type DragEvent, type ReactNode, useState } from 'react'
import { useIsReadOnly } from '../state/page-context.ts'
import { useUploads } from './uploads.tsx'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Uploads files dropped anywhere on its children. Keyboard users have the upload button. */
export function DropZone({ children }: { readonly children: ReactNode }) {
  const { add } = useUploads()
  const isReadOnly = useIsReadOnly()
  const [isOver, setOver] = useState(false)

  function handleDragOver(event: DragEvent) {
    if (isReadOnly || !hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }

  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
  }

  function handleDrop(event: DragEvent) {
    if (isReadOnly || !hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }

  return (
    <section
      className="drop-zone"
      aria-label="Document"
      onDragOver={handleDragOver}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
    >
      {children}
      {isOver && <div className="drop-hint">Drop files to add them to the project</div>}
    </section>
  )
}
