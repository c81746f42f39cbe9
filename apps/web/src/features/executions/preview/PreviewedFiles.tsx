import { useState } from 'react'
import type { FileExecution } from '../execution.ts'
import { isSettled } from '../progress.ts'
import { FileResult } from '../result/FileResult.tsx'
import { StatusTag } from '../StatusTag.tsx'
import './preview.css'

type Props = { readonly executionId: string; readonly files: readonly FileExecution[] }

/** Shows the files of a preview, and the values of one of them. */
export function PreviewedFiles({ executionId, files }: Props) {
  const [selectedId, setSelectedId] = useState<string>()
  const file = files.find(({ id }) => id === selectedId) ?? files[0]
  if (!file) return null
  return (
    <div className="preview-files">
      <ul aria-label="Files of the preview">
        {files.map(({ id, name, folder, size, status }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === file.id} onClick={() => setSelectedId(id)}>
              <span className="preview-file-name">{name}</span>
              {folder && <small>{folder}</small>}
              <span>
                <StatusTag status={status} /> <small className="mono">{size}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <section aria-label={`Values of ${file.name}`}>
        <FileResult key={file.id} executionId={executionId} file={file} isRead={isSettled(file)} />
      </section>
    </div>
  )
}
