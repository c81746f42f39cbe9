import { FileTextOutlined } from '@ant-design/icons'
import { RowsSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import type { CitationPage } from '../conversation/conversation.ts'
import type { AppDocuments, ListedDocument } from '../pages/use-app-documents.ts'

type Props = { readonly appDocuments: AppDocuments; onShow(page: CitationPage): void }

/** Number of documents that an app answers from; a further one replaces the oldest. */
const MAX_DOCUMENTS = 5

const namesOf = (documents: readonly ListedDocument[]) =>
  documents.map(({ fileName }) => `“${fileName}”`).join(', ')

/** Lists the documents that answers are based on, oldest first; a click shows the first page. */
export function DocumentsTab({ appDocuments, onShow }: Props) {
  const { documents, removedDocuments, isLoading } = appDocuments
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
