import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { SimpleDocument } from '../simple-project.ts'
import { simpleSettings } from '../simple-studio.queries.ts'
import { FileButton, FileDrop } from '../upload/FileChooser.tsx'
import { useSimpleUploads } from '../upload/use-simple-uploads.ts'
import { DocumentRow } from './DocumentRow.tsx'

type Props = {
  readonly simpleId: string
  /** Undefined while loading. */
  readonly documents: readonly SimpleDocument[] | undefined
}

const noDocuments: readonly SimpleDocument[] = []

/** The right column: all documents with their status, and an upload area. */
export function DocumentsColumn({ simpleId, documents = noDocuments }: Props) {
  const maxDocuments = useQuery(simpleSettings).data?.maxDocuments ?? 5
  const { uploadsInProgress, add } = useSimpleUploads({ projectId: simpleId, documents })
  return (
    <aside className="simple-documents" aria-label="Documents">
      <h2>
        Documents{' '}
        <span className="faint">
          {documents.length} of {maxDocuments}
        </span>
      </h2>
      <FileDrop label="Add documents" onFiles={(files) => void add(files)}>
        {documents.length === 0 && uploadsInProgress.length === 0 && (
          <EmptyState
            title="No documents yet"
            explanation="Add a document to extract values from."
          />
        )}
        <ul>
          {documents.map((document) => (
            <DocumentRow key={document.id} simpleId={simpleId} document={document} />
          ))}
          {uploadsInProgress.map(({ name, part }) => (
            <li key={name} className="simple-row" aria-busy="true">
              <span className="simple-row-name">{name}</span>
              <Progress
                percent={Math.round(part * 100)}
                size="small"
                aria-label={`Uploading ${name}`}
              />
            </li>
          ))}
        </ul>
        <FileButton
          isDisabled={uploadsInProgress.length > 0 || documents.length >= maxDocuments}
          onFiles={(files) => void add(files)}
        >
          Upload documents
        </FileButton>
      </FileDrop>
    </aside>
  )
}
