import { FileTextOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { RowsSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import type { CitationPage } from '../conversation/conversation.ts'
import { documentsOf } from '../pages/documents.queries.ts'

type Props = { readonly appId: string; onShow(page: CitationPage): void }

/** Lists the documents that answers are based on; a click shows the first page. */
export function DocumentsTab({ appId, onShow }: Props) {
  const { data: documents = [], isLoading } = useQuery(documentsOf(appId))
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
    </div>
  )
}
