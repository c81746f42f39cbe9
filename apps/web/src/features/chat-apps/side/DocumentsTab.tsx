import { FileTextOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RowsSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import type { CitationPage } from '../conversation/conversation.ts'
import { documentsOf } from '../pages/documents.queries.ts'

const noDocuments: readonly AppDocument[] = []

type Props = { readonly appId: string; onShow(page: CitationPage): void }

/** Number of documents that an app answers from; a further one replaces the oldest. */
const MAX_DOCUMENTS = 5

type AppDocument = { readonly id: string; readonly fileName: string }

/** The documents that have left the list since it was first shown. */
function useRemovedDocuments(documents: readonly AppDocument[]): readonly AppDocument[] {
  const [shownDocuments, setShownDocuments] = useState(documents)
  const [removedDocuments, setRemovedDocuments] = useState<readonly AppDocument[]>([])
  if (documents !== shownDocuments) {
    setShownDocuments(documents)
    const remainingIds = new Set(documents.map(({ id }) => id))
    const missingDocuments = shownDocuments.filter(({ id }) => !remainingIds.has(id))
    if (missingDocuments.length > 0) setRemovedDocuments(missingDocuments)
  }
  return removedDocuments
}

const namesOf = (documents: readonly AppDocument[]) =>
  documents.map(({ fileName }) => `“${fileName}”`).join(', ')

/** Lists the documents that answers are based on, oldest first; a click shows the first page. */
export function DocumentsTab({ appId, onShow }: Props) {
  const { data: documents = noDocuments, isLoading } = useQuery(documentsOf(appId))
  const removedDocuments = useRemovedDocuments(documents)
  const [oldestDocument] = documents
  const atStart = { page: 0, boxes: [], quote: '' }
  return (
    <div className="chat-tab">
      {isLoading && <RowsSkeleton />}
      {!isLoading && documents.length === 0 && (
        <p className="faint">The workflow has not added any documents to this app yet.</p>
      )}
      <ul className="chat-rows" aria-label="Documents">
        {documents.map(({ id, fileName }) => (
          <li key={id}>
            <button
              type="button"
              className="chat-row"
              onClick={() => onShow({ documentId: id, fileName, ...atStart })}
            >
              <FileTextOutlined aria-hidden="true" /> {fileName}
            </button>
          </li>
        ))}
      </ul>
      {removedDocuments.length > 0 && (
        <p role="status">
          Removed, because newer documents were added: {namesOf(removedDocuments)}.
        </p>
      )}
      {documents.length >= MAX_DOCUMENTS && oldestDocument && (
        <p className="faint">
          Answers are based on the {MAX_DOCUMENTS} newest documents. The next one replaces{' '}
          {namesOf([oldestDocument])}.
        </p>
      )}
    </div>
  )
}
